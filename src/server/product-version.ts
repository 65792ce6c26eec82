import { readFileSync } from 'node:fs'
import * as z from 'zod'

let version: string | undefined

/** The version in package.json. */
export function productVersion(): string {
  version ??= z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))).version
  return version
}
