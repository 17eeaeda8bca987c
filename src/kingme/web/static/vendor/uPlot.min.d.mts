/** As much of uPlot as the page uses. */
export default class uPlot {
  constructor(options: object, data: (number | null)[][], target: HTMLElement);
  static paths: { bars(options: object): unknown; stepped(options: object): unknown };
  ctx: CanvasRenderingContext2D;
  bbox: { left: number; top: number; width: number; height: number };
  cursor: { idx: number | null | undefined };
  width: number;
  setData(data: (number | null)[][]): void;
  setSize(size: { width: number; height: number }): void;
  setCursor(place: { left: number; top: number }): void;
  redraw(rebuildPaths?: boolean): void;
  valToPos(value: number, scale: string, canvasPixels?: boolean): number;
  destroy(): void;
}
