import * as z from 'zod'

/** Opaque random text of 128 bits or more; never parsed, only compared. */
export const Id = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_-]+$/)
/** Milliseconds since 1970, UTC. */
export const InstantMs = z.number().int()
/** A name that a user typed: one line, trimmed, with something visible in it. */
export const Name = z
  .string()
  .overwrite(oneLine)
  .min(1, 'Required')
  .max(200)
  .regex(/[^\p{C}\p{Z}]/u, 'Required')

/** A text that a user typed, with line breaks, of at most `most` characters. */
export function words(most: number) {
  return z.string().overwrite(plainText).max(most)
}

/** Removes bidirectional overrides, so that a name cannot look like another. */
function oneLine(text: string): string {
  return plainText(text.replace(/[\s\u0085]+/g, ' '))
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
}

/** Removes what databases do not store unchanged: control characters (PostgreSQL refuses NUL) and lone surrogates. */
function plainText(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '')
}

export const Done = z.object({ ok: z.literal(true) })
export const done: z.infer<typeof Done> = { ok: true }

/** `cursor` is the previous page's `nextCursor`; the longest contain a name of 200 characters in any script. */
export const Paging = z.object({
  cursor: z.string().max(1000).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

export function page<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() })
}
