/** As much of d3-hierarchy as the page uses. */
export interface Place<N> {
  data: N;
  x: number;
  y: number;
  depth: number;
  height: number;
  parent: Place<N> | null;
  each(action: (place: Place<N>) => void): this;
}
export interface Layout<N> {
  (root: Place<N>): Place<N>;
  nodeSize(size: [number, number]): this;
  separation(distance: (a: Place<N>, b: Place<N>) => number): this;
}
export function hierarchy<N>(root: N, children: (node: N) => N[] | undefined): Place<N>;
export function tree<N>(): Layout<N>;
