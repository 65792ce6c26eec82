import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { SECRET } from '#features/administration/server/backup-manifest.ts'
import { CommandRefused } from './command.ts'

/** An installation's secret. */
export interface PlaceSecret {
  readonly text: string
  /** Set by AUTH_SECRET, so the admin keeps it; otherwise it is in a file of the data folder. */
  readonly isSet: boolean
}

/** Undefined if neither a file nor the settings have one. */
export function secretOf({ AUTH_SECRET, DATA_DIR }: Config): PlaceSecret | undefined {
  if (AUTH_SECRET !== undefined) return { text: AUTH_SECRET, isSet: true }
  const path = join(DATA_DIR, SECRET)
  return existsSync(path) ? { text: readFileSync(path, 'utf8').trim(), isSet: false } : undefined
}

const LOST =
  'Under another one everybody is signed out, guests are not known again, links ' +
  'in mails end and webhooks are switched off.'

/** Checked before anything is written: a secret file is copied, but a configured one must equal the source's. */
export function refuseOtherSecret(target: Config, there: PlaceSecret | undefined): void {
  const here = secretOf(target)
  if (!there || here?.text === there.text || (!here && !there.isSet)) return
  const same = there.isSet
    ? 'the AUTH_SECRET of the old one'
    : 'what its auth-secret holds, or leave it out: then that file is copied. If its settings said another since, ' +
      'name the file with those settings in --from'
  if (!here)
    throw new CommandRefused(
      `AUTH_SECRET is set for the old place and not for the new one. ${LOST} Nothing was written. Set the same; ` +
        'a new folder needs a file with settings for that, which says DATA_DIR and AUTH_SECRET.',
    )
  if (here.isSet)
    throw new CommandRefused(
      `AUTH_SECRET of the new place is not the secret of the old one. ${LOST} Nothing was written. Set it to ${same}.`,
    )
  throw new CommandRefused(
    `${join(target.DATA_DIR, SECRET)} holds another secret than the old place. ` +
      `${LOST} Nothing was written. Move that file away.`,
  )
}

/** Writes the source's secret file, unless the settings have the secret. */
export function keepSecret({ DATA_DIR, AUTH_SECRET }: Config, secret: string | undefined): void {
  if (secret !== undefined && AUTH_SECRET === undefined)
    writeFileSync(join(DATA_DIR, SECRET), secret, { mode: 0o600, flush: true })
}
