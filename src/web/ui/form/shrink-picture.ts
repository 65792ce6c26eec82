/** A picture is stored as text in the row of its user or organization, which holds at most 4096 characters. */
const mostCharacters = 4000
/** Edge of the square in pixels, and quality; the best is tried first. */
const attempts = [
  [96, 0.86],
  [96, 0.72],
  [96, 0.56],
  [72, 0.6],
  [72, 0.45],
  [56, 0.5],
  [40, 0.4],
] as const

/**
 * Crops the middle of a picture to a small square and returns it as a `data:` URL; rejects if the file is not a
 * picture.
 */
export async function shrinkPicture(file: Blob): Promise<string> {
  const address = URL.createObjectURL(file)
  try {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    return smallEnough(picture)
  } finally {
    URL.revokeObjectURL(address)
  }
}

function smallEnough(picture: HTMLImageElement): string {
  for (const [edge, quality] of attempts) {
    const small = drawSquare(picture, edge)
    for (const type of ['image/webp', 'image/jpeg'] as const) {
      const address = small.toDataURL(type, quality)
      // A browser that cannot write WebP returns PNG.
      if (address.startsWith(`data:${type}`) && address.length <= mostCharacters) return address
    }
  }
  throw new Error('This picture could not be made small enough')
}

function drawSquare(picture: HTMLImageElement, edge: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = edge
  canvas.height = edge
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser does not draw')
  // An SVG may have no size of its own.
  const [width, height] = [picture.naturalWidth || edge, picture.naturalHeight || edge]
  const side = Math.min(width, height)
  context.imageSmoothingQuality = 'high'
  // JPEG has no transparency and would show black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, edge, edge)
  context.drawImage(picture, (width - side) / 2, (height - side) / 2, side, side, 0, 0, edge, edge)
  return canvas
}
