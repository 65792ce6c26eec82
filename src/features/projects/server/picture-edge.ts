import { jpegSize, pngSize } from '#server/media/picture-header.ts'

/** The edge of a square picture in pixels, from its header; undefined if it is neither square nor of that kind. */
export function squareEdge(bytes: Buffer, mediaType: 'image/jpeg' | 'image/png'): number | undefined {
  const size = mediaType === 'image/png' ? pngSize(bytes) : jpegSize(bytes)
  return size && size.width === size.height ? size.width : undefined
}
