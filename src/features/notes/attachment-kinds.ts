/**
 * `voice` was recorded on the page, `audio` is any other playable recording; `image` can be displayed; other files are
 * download-only.
 */
export const attachmentKinds = ['image', 'audio', 'voice', 'file'] as const
export type AttachmentKind = (typeof attachmentKinds)[number]

export const MOST_ATTACHMENTS = 10
export const LARGEST_ATTACHMENT_BYTES = 100e6
/** The number of bars in a voice note's waveform. */
export const VOICE_LEVELS = 48
