/** Reads bytes `start` to `end`, both inclusive. */
export type ReadRange = (start: number, end: number) => Promise<Buffer>
