import type { Policy } from '#shared/roles.ts'

export const transferPolicy = { 'upload.add': 'editor' } as const satisfies Policy

/**
 * Our client sends parts of at most this size; the server takes any. Apart from the contract, whose zod stays out of
 * the browser.
 */
export const UPLOAD_PART_BYTES = 8 * 1024 * 1024

/** Downloads are read in chunks of this size (specification, section 9). */
export const DOWNLOAD_CHUNK_BYTES = 64 * 1024
