/**
 * The young generation's size in MB from the start, equal to what V8 reaches under load; otherwise a server's memory
 * rises for hours. And buffers outside of the heap count as a part of it, instead of having it collected after every 32
 * MB of them (docs/decisions/0063-buffers-count-with-the-heap.md). The Dockerfile has the same.
 */
export const V8_FLAGS = ['--min-semi-space-size=32', '--external-memory-accounted-in-global-limit']
