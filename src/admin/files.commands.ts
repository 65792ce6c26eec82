import { sweepAttachments } from '#features/notes/server/attachments.jobs.ts'
import { sweepUploads } from '#features/transfers/server/uploads.jobs.ts'
import { serverScope } from '#server/scope.ts'
import type { Services } from '#server/services.ts'
import { columns } from './command-help.ts'
import { recordCommand } from './command-audit.ts'
import type { AdminCommand } from './command.ts'
import { stillOrphans, verifyFiles, type Verified } from './verify-files.ts'

const AT_ONCE = 50

export const fileCommands: readonly AdminCommand[] = [
  {
    words: 'verify',
    takes: '',
    summary: 'Compare the files with the database.',
    options: { quick: { text: 'Compare sizes only, and read no file.' } },
    more:
      'Three reports: unreferenced files (older than a day), missing files, and files with different content. ' +
      'It changes nothing, and can run beside the server. The exit code is 1 if files are missing or altered.',
    async run({ options, ground }) {
      const verified = await verifyFiles(await ground.open(), { isQuick: options['quick'] === true, tell: ground.tell })
      return {
        lines: linesOf(verified),
        json: verified,
        troubled: verified.missing.length + verified.mismatched.length > 0,
      }
    },
  },
  {
    words: 'sweep',
    takes: '',
    summary: 'Remove unreferenced files older than a day, and end abandoned uploads.',
    options: { 'dry-run': { text: 'Only list what would be removed.' } },
    more:
      'The server does most of this automatically every hour. Files of open uploads ' +
      'and in the trash are never removed.',
    async run({ options, ground }) {
      const services = await ground.open()
      if (options['dry-run'] === true) {
        const { orphans } = await verifyFiles(services, { isQuick: true })
        return {
          lines: [
            ...columns(orphans.map(({ key, sizeBytes }) => [key, sizeOf(sizeBytes)])),
            `${count(orphans.length, 'file')} would be removed.`,
          ],
          json: { wouldRemove: orphans.map(({ key }) => key) },
        }
      }
      const swept = await sweepAll(services)
      const { files, parts, expired } = swept
      if (files + parts + expired > 0)
        await recordCommand(
          { ...services, db: services.database.db },
          { kind: 'admin.swept', refs: { files: String(files), parts: String(parts), uploads: String(expired) } },
        )
      return {
        lines: [
          `${count(swept.files, 'file')}, ${count(swept.parts, 'part')} of uploads and ` +
            `${count(swept.expired, 'upload')} that had been abandoned were removed.`,
        ],
        json: swept,
      }
    },
  },
]

interface SweptAll {
  readonly files: number
  readonly parts: number
  readonly expired: number
}

/** Runs the server's sweeps, then removes orphans where those do not look. */
export async function sweepAll(services: Services): Promise<SweptAll> {
  const scope = serverScope(services)
  const { blobs, parts, expired } = await sweepUploads(scope)
  let files = blobs + (await sweepAttachments(scope))
  const left = (await verifyFiles(services, { isQuick: true })).orphans.map(({ key }) => key)
  for (let at = 0; at < left.length; at += AT_ONCE) {
    for (const key of await stillOrphans(services, left.slice(at, at + AT_ONCE))) {
      await services.storage.remove(key)
      files++
    }
  }
  return { files, parts, expired }
}

function linesOf({ orphans, missing, mismatched, files, bytes, hashed }: Verified): readonly string[] {
  return [
    `${count(files, 'file')} with ${sizeOf(bytes)}, ${hashed} of them read and hashed.`,
    '',
    `Unreferenced files: ${orphans.length}${orphans.length > 0 ? ' (“sweep” removes them)' : ''}`,
    ...columns(orphans.map(({ key, sizeBytes }) => [key, sizeOf(sizeBytes)])),
    `Missing: ${missing.length}`,
    ...columns(
      missing.map(({ key, of, isDerived }) => [
        key,
        `${of}${isDerived ? '; analysing the version again recreates it' : ''}`,
      ]),
    ),
    `With different content than recorded: ${mismatched.length}`,
    ...columns(
      mismatched.map(({ key, of, expected, found }) => [
        key,
        `${of}: ${difference(expected.sizeBytes, found.sizeBytes)}`,
      ]),
    ),
  ]
}

function difference(expectedBytes: number, foundBytes: number): string {
  return foundBytes === expectedBytes ? 'a different SHA-256' : `${foundBytes} bytes instead of ${expectedBytes}`
}

function count(number: number, word: string): string {
  return number === 1 ? `One ${word}` : `${number.toLocaleString('en')} ${word}s`
}

export function sizeOf(bytes: number): string {
  return bytes < 1e6
    ? `${bytes.toLocaleString('en')} bytes`
    : `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
}
