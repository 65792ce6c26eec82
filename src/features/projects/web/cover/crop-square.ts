import { coverEdges, LARGEST_COVER_BYTES } from '#features/projects/cover-limits.ts'

/** A part of a picture: its centre as shares of width and height; a zoom of 1 shows all of the shorter side. */
export interface Crop {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

export const wholeCrop: Crop = { x: 0.5, y: 0.5, zoom: 1 }
export const MOST_ZOOM = 4

interface Size {
  readonly width: number
  readonly height: number
}

/** The square of the picture, in its pixels; it never leaves the picture. */
export function cropSquare({ width, height }: Size, { x, y, zoom }: Crop) {
  const side = Math.min(width, height) / zoom
  const within = (centre: number, length: number) => Math.min(Math.max(centre * length - side / 2, 0), length - side)
  return { left: within(x, width), top: within(y, height), side }
}

/** The crop after the picture was dragged by a distance, in shares of the square that is seen. */
export function movedCrop(size: Size, crop: Crop, by: { readonly x: number; readonly y: number }): Crop {
  const { left, top, side } = cropSquare(size, crop)
  const at = cropSquare(size, {
    zoom: crop.zoom,
    x: (left + side / 2 - by.x * side) / size.width,
    y: (top + side / 2 - by.y * side) / size.height,
  })
  return { zoom: crop.zoom, x: (at.left + side / 2) / size.width, y: (at.top + side / 2) / size.height }
}

/** Enough for a phone held close, and small enough to be there at once. */
const WANTED_EDGE = 1400
const qualities = [0.9, 0.82, 0.72, 0.6, 0.45]

/** The square as a JPEG `data:` URL that the server takes. */
export function drawCrop(picture: HTMLImageElement, crop: Crop): string {
  const { left, top, side } = cropSquare({ width: picture.naturalWidth, height: picture.naturalHeight }, crop)
  const edge = Math.round(Math.min(WANTED_EDGE, Math.max(side, coverEdges.least)))
  const canvas = document.createElement('canvas')
  canvas.width = edge
  canvas.height = edge
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot resize pictures')
  context.imageSmoothingQuality = 'high'
  // JPEG has no transparency and would show black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, edge, edge)
  context.drawImage(picture, left, top, side, side, 0, 0, edge, edge)
  for (const quality of qualities) {
    const address = canvas.toDataURL('image/jpeg', quality)
    if (address.length < (LARGEST_COVER_BYTES / 3) * 4) return address
  }
  throw new Error('This picture is too large, even after resizing')
}
