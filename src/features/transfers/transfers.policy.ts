import type { Policy } from '#shared/roles.ts'

export const transferPolicy = { 'upload.add': 'editor' } as const satisfies Policy

/**
 * The largest part that our client sends; the server accepts any size. Outside of the contract, so that the browser
 * does not load zod.
 */
export const UPLOAD_PART_BYTES = 8 * 1024 * 1024

/** Downloads are read in chunks of this size (specification, section 9). */
export const DOWNLOAD_CHUNK_BYTES = 64 * 1024
