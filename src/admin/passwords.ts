import type { Config } from '#server/config.ts'
import { newId } from '#server/ids.ts'
import { CommandRefused } from './command.ts'

/**
 * One that was typed in, if it is long enough; or one that nobody could guess, in groups that a person can read out.
 */
export async function choosePassword(
  {
    PASSWORD_MIN_LENGTH: least,
    PASSWORD_MAX_LENGTH: most,
  }: Pick<Config, 'PASSWORD_MIN_LENGTH' | 'PASSWORD_MAX_LENGTH'>,
  read?: () => Promise<string>,
): Promise<string> {
  if (!read) return madeUp(least).slice(0, most)
  const typed = await read()
  if (typed.length < least || typed.length > most)
    throw new CommandRefused(`A password has ${least} to ${most} characters here.`)
  return typed
}

function madeUp(least: number): string {
  let letters = ''
  while (letters.length < Math.max(20, least)) letters += newId()
  return (letters.slice(0, Math.max(20, least)).match(/.{1,5}/g) ?? []).join('-')
}
