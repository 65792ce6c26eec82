/**
 * `voice` is spoken into the page, `audio` any other recording the browser can play; `image` one it can show; the rest
 * are only downloaded.
 */
export const attachmentKinds = ['image', 'audio', 'voice', 'file'] as const
export type AttachmentKind = (typeof attachmentKinds)[number]

export const MOST_ATTACHMENTS = 10
export const LARGEST_ATTACHMENT_BYTES = 100e6
/** Bars of a spoken note's picture. */
export const VOICE_LEVELS = 48
