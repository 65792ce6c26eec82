import { artPicture } from './art-picture.ts'

const SIZE_PX = 512
const GRID = 40

/** A generated cover as a picture for lock screens, which draw no SVG; undefined without a canvas. */
export function coverArtwork(seed: string | number): string | undefined {
  const canvas = document.createElement('canvas')
  canvas.width = SIZE_PX
  canvas.height = SIZE_PX
  const context = canvas.getContext('2d')
  if (!context) return undefined
  const { ground, shapes } = artPicture(seed)
  context.scale(SIZE_PX / GRID, SIZE_PX / GRID)
  context.fillStyle = ground
  context.fillRect(0, 0, GRID, GRID)
  for (const { path, fill } of shapes) {
    context.fillStyle = fill
    // A canvas, not an array.
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type
    context.fill(new Path2D(path))
  }
  return canvas.toDataURL('image/png')
}
