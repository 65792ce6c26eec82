import { locale } from '#web/i18n/locale.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Select } from '#web/ui/form/Select.tsx'
import { Switch } from '#web/ui/form/Switch.tsx'
import type { InboxSettings, InboxSettingsChange } from '../inbox.contract.ts'
import styles from './Notifications.module.css'
import { hereTimeZone } from './inbox.client.ts'
import { settingsWords as strings } from './notification-settings.strings.ts'

interface MailTimesSectionProps {
  readonly settings: InboxSettings
  readonly onChange: (change: InboxSettingsChange) => void
}

const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
const hours = Array.from({ length: 24 }, (_, hour) => hour * 60)
/** 22:00 to 07:00. */
const night = { from: 22 * 60, to: 7 * 60 }

/** When the digest is sent, and when no mail is. */
export function MailTimesSection({
  settings: { digestAt, quiet, timeZone, sendsPush },
  onChange,
}: MailTimesSectionProps) {
  const here = hereTimeZone()
  return (
    <section className={styles.section}>
      <h2>{strings.timesHeading}</h2>
      <div className={styles.times}>
        <ClockSelect label={strings.digestAt} value={digestAt} onChange={(next) => onChange({ digestAt: next })} />
        <Select
          label={strings.zone}
          options={zonesWith(timeZone).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
          value={timeZone}
          onValueChange={(zone) => onChange({ timeZone: zone })}
        />
      </div>
      {here !== timeZone && (
        <div>
          <Button size="small" onClick={() => onChange({ timeZone: here })}>
            {text(strings.asHere, { zone: here.replaceAll('_', ' ') })}
          </Button>
        </div>
      )}
      <Switch checked={quiet !== null} onCheckedChange={(on) => onChange({ quiet: on ? night : null })}>
        {strings.quiet}
      </Switch>
      <p className={styles.dim}>{sendsPush ? strings.quietWordsPush : strings.quietWords}</p>
      {quiet && (
        <div className={styles.times}>
          <ClockSelect
            label={strings.from}
            value={quiet.from}
            onChange={(from) => onChange({ quiet: { ...quiet, from } })}
          />
          <ClockSelect label={strings.to} value={quiet.to} onChange={(to) => onChange({ quiet: { ...quiet, to } })} />
        </div>
      )}
    </section>
  )
}

interface ClockSelectProps {
  readonly label: string
  readonly value: number
  readonly onChange: (minutes: number) => void
}

function ClockSelect({ label, value, onChange }: ClockSelectProps) {
  const shown = hours.includes(value) ? hours : [...hours, value].toSorted((a, b) => a - b)
  return (
    <Select
      label={label}
      options={shown.map((minutes) => ({ value: String(minutes), label: clock.format(minutes * 60_000) }))}
      value={String(value)}
      onValueChange={(minutes) => onChange(Number(minutes))}
    />
  )
}

/** The browser's list of zones, plus the chosen one if it is missing. */
function zonesWith(chosen: string): readonly string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return known.includes(chosen) ? known : [chosen, ...known]
}
