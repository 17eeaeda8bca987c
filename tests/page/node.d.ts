/** As much of Node as the tests use; its own types would also change those of the page's timers. */

declare module "node:test" {
  export function test(name: string, action: () => void | Promise<void>): void;
  export const mock: {
    timers: { enable(options: { apis: string[] }): void; tick(milliseconds: number): void; reset(): void };
  };
}

declare module "node:assert/strict" {
  const assert: {
    ok(value: unknown, message?: string): void;
    equal(actual: unknown, expected: unknown, message?: string): void;
    notEqual(actual: unknown, expected: unknown, message?: string): void;
    deepEqual(actual: unknown, expected: unknown, message?: string): void;
    match(text: string, pattern: RegExp, message?: string): void;
    throws(action: () => unknown, expected?: RegExp | object): void;
    rejects(action: Promise<unknown>, expected?: RegExp | object): Promise<void>;
  };
  export default assert;
}

declare module "node:fs" {
  export function globSync(pattern: string): string[];
  export function readFileSync(path: string | URL, encoding: "utf-8"): string;
}
