import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { silentFlac } from '../fixtures/audio/silent-flac.ts'

/**
 * What a file may do to its decoder. `dies early` is before it says that it has started: our own trouble, as far as the
 * server can tell.
 */
export const poisons = ['dies', 'dies early', 'eats memory', 'hangs', 'ten hours of silence'] as const
export type Poison = (typeof poisons)[number]

export function poisonousFile(poison: Poison): Uint8Array {
  return poison === 'ten hours of silence'
    ? silentFlac({ sampleRate: 11_025, seconds: 36_000 })
    : Buffer.from(`POISON ${poison}\n`.padEnd(4096, '.'))
}

/** A message of the decoder's: a head of 13 bytes and the words. */
const STARTED = String.raw`\000\022\000\000\000\000\000\000\000\000\000\000\000{"type":"started"}`

/**
 * A folder to put in front of the PATH. The server runs decoders by way of `unshare`; this one looks at the file first,
 * by a descriptor of its own, and does what poison would make a decoder do. Others it lets pass.
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
