import * as z from 'zod'

/** `manifest.json`, written last: a backup without it is unfinished. */
export const Manifest = z.object({
  roughmix: z.literal('backup'),
  version: z.literal(1),
  /** When the database was copied. */
  at: z.iso.datetime(),
  program: z.string(),
  migrations: z.array(z.string()),
  /** The database's file in the backup, with its SHA-256. */
  database: z.object({ file: z.enum(['roughmix.sqlite', 'rows.jsonl']), sizeBytes: z.number(), sha256: z.string() }),
  tables: z.record(z.string(), z.object({ rows: z.number(), digest: z.string() })),
  /** About `files.jsonl`, which lists every file with its SHA-256. */
  files: z.object({ count: z.number(), bytes: z.number(), sha256: z.string() }),
  /** Where the server's secret is, on which share links and stored tokens depend. */
  secret: z.enum(['included', 'configured', 'none']),
  /** Keys that rows refer to but that the store did not have. */
  missing: z.array(z.string()),
  /** Keys of files whose bytes do not match their rows; they are backed up as they are. */
  altered: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

/** One line of `files.jsonl`. */
export const BackedUpFile = z.object({
  key: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
  modifiedAt: z.number(),
})
export type BackedUpFile = z.infer<typeof BackedUpFile>

export const MANIFEST = 'manifest.json'
export const FILE_LIST = 'files.jsonl'
export const SECRET = 'auth-secret'

export function fileLines(files: Iterable<BackedUpFile>): string {
  return [...files]
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map((file) => `${JSON.stringify(file)}\n`)
    .join('')
}

export function parseFileLines(text: string): readonly BackedUpFile[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => BackedUpFile.parse(JSON.parse(line)))
}
