import { artPicture } from '#web/ui/mark/art-picture.ts'

/** What lock screens ask for; the pictures are drawn on a grid of 40. */
export const ARTWORK_PX = 512
const GRID = 40

const drawn = new Map<string | number, Promise<string | undefined>>()

/**
 * The generated cover of a project as an address of a PNG: a system's player takes neither SVG nor a canvas. Undefined
 * where the browser cannot draw it.
 */
export function artworkOf(seed: string | number): Promise<string | undefined> {
  let picture = drawn.get(seed)
  if (!picture) drawn.set(seed, (picture = draw(seed).catch(() => undefined)))
  return picture
}

async function draw(seed: string | number): Promise<string | undefined> {
  const canvas = document.createElement('canvas')
  canvas.width = ARTWORK_PX
  canvas.height = ARTWORK_PX
  const context = canvas.getContext('2d')
  if (!context) return undefined
  const { ground, shapes } = artPicture(seed)
  context.scale(ARTWORK_PX / GRID, ARTWORK_PX / GRID)
  context.fillStyle = ground
  context.fillRect(0, 0, GRID, GRID)
  for (const { path, fill } of shapes) {
    context.fillStyle = fill
    // A canvas, not an array.
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type
    context.fill(new Path2D(path))
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return blob ? URL.createObjectURL(blob) : undefined
}
