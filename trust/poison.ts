import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { silentFlac } from '../fixtures/audio/silent-flac.ts'

/**
 * What a file does to its decoder. `dies early` is before it reports its start, which looks like our own failure to the
 * server.
 */
export const poisons = ['dies', 'dies early', 'eats memory', 'hangs', 'ten hours of silence'] as const
export type Poison = (typeof poisons)[number]

export function poisonousFile(poison: Poison): Uint8Array {
  return poison === 'ten hours of silence'
    ? silentFlac({ sampleRate: 11_025, seconds: 36_000 })
    : Buffer.from(`POISON ${poison}\n`.padEnd(4096, '.'))
}

/** A decoder's message: a header of 13 bytes, and the text. */
const STARTED = String.raw`\000\022\000\000\000\000\000\000\000\000\000\000\000{"type":"started"}`

/**
 * A folder to prepend to PATH. The server runs decoders with `unshare`; this replacement reads the file first, on its
 * own descriptor, and behaves as the file's poison demands. Others run normally.
 */
export function poisonedPath(folder: string): string {
  mkdirSync(folder, { recursive: true })
  const eater = 'const all = []; for (;;) all.push(Buffer.alloc(5e7, 1))'
  const script = `#!/bin/sh
mark=$(head -c 18 /proc/self/fd/3 2>/dev/null | tr -d '\\000')
started() { printf '${STARTED}' >&4; }
case "$mark" in
  'POISON dies early'*) exit 7 ;;
  'POISON dies'*) started; kill -s SEGV $$ ;;
  'POISON eats memory'*) started; exec '${process.execPath}' --max-old-space-size=4096 -e '${eater}' ;;
  'POISON hangs'*) started; exec sleep 3600 ;;
esac
PATH=\${PATH#*:}
exec unshare "$@"
`
  writeFileSync(join(folder, 'unshare'), script)
  chmodSync(join(folder, 'unshare'), 0o755)
  return `${folder}:${process.env['PATH'] ?? ''}`
}
