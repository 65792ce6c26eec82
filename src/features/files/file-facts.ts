import * as z from 'zod'

/** What was read from a file's contents. Its name is never asked. */
export const FileFacts = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('archive'),
      fileCount: z.number(),
      /** Files that are WAV by their first bytes; the format only if all of them have the same. */
      wav: z.object({ count: z.number(), sampleRate: z.number().nullable(), bits: z.number().nullable() }).nullable(),
    }),
    z.object({ kind: z.literal('pdf'), pages: z.number() }),
    z.object({ kind: z.literal('picture'), width: z.number(), height: z.number() }),
    z.object({ kind: z.literal('text'), lines: z.number() }),
    z.object({ kind: z.literal('wav'), sampleRate: z.number(), bits: z.number(), channels: z.number() }),
  ])
  .meta({ id: 'FileFacts' })
export type FileFacts = z.infer<typeof FileFacts>
