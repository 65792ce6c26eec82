import { text } from '#web/i18n/text.ts'
import { deviceOf } from '../sign-in/device-words.ts'
import { profileStrings } from './profile.strings.ts'

/** "Firefox on Linux". */
export function deviceName(userAgent: string | null | undefined): string {
  const { browser, system } = deviceOf(userAgent)
  return browser !== null && system !== null
    ? text(profileStrings.deviceOn, { browser, system })
    : (browser ?? system ?? profileStrings.unknownDevice)
}
