import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { serverFactsQuery } from '#features/account/web/account.client.ts'
import { readAddresses } from '#features/organizations/web/members/invite-addresses.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Select } from '#web/ui/form/Select.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { MOST_PERSONS } from '../shares.policy.ts'
import styles from './ShareDialog.module.css'
import type { LinkParts } from './ShareLinkParts.tsx'
import { endOfDay, expiryAfter, type Life, lives, momentText } from './share-lives.ts'
import { suggestedPassword } from './share-password.ts'
import { isUsedUp } from './share-words.ts'
import { shareStrings as strings } from './shares.strings.ts'

/** Shown as it is typed: it is made to be passed on. */
export function LinkPassword({ link, onChange }: LinkParts) {
  const form = useId()
  const [typed, setTyped] = useState('')
  const [given, setGiven] = useState('')
  const save = (password: string) => {
    if (password === '' || password === given) return
    setGiven(password)
    onChange({ password, addresses: null })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(typed)
  }
  return (
    <form id={form} className={styles.passwordLine} onSubmit={submit}>
      <TextField
        label={strings.password}
        value={typed}
        maxLength={128}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={link.hasPassword ? strings.passwordKept : strings.noPassword}
        help={given !== '' && typed === given ? strings.passwordHelp : undefined}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => save(typed)}
        after={
          <IconButton
            size="small"
            icon={RefreshCw}
            label={strings.suggest}
            onClick={() => {
              const password = suggestedPassword()
              setTyped(password)
              save(password)
            }}
          />
        }
      />
      {link.hasPassword && (
        <Button
          onClick={() => {
            setTyped('')
            setGiven('')
            onChange({ password: null })
          }}
        >
          {strings.removePassword}
        </Button>
      )}
    </form>
  )
}

export function LinkExpiry({ link: { startsAt, expiresAt }, onChange }: LinkParts) {
  const [life, setLife] = useState<Life>(expiresAt === null ? 'never' : 'date')
  const [day, setDay] = useState(momentText(expiresAt).slice(0, 10))
  const [isBad, setBad] = useState(false)
  const choose = (next: Life) => {
    setLife(next)
    setBad(false)
    if (next !== 'date') {
      const at = expiryAfter(next, Date.now())
      setDay(momentText(at).slice(0, 10))
      onChange({ expiresAt: at })
    }
  }
  return (
    <>
      <Select
        label={strings.expires}
        value={life}
        onValueChange={choose}
        options={lives.map((value) => ({ value, label: strings.expiry[value] }))}
      />
      {life === 'date' && (
        <TextField
          type="date"
          label={strings.expiresOn}
          value={day}
          error={isBad ? strings.badDates : undefined}
          onChange={({ target: { value } }) => {
            setDay(value)
            setLife('date')
            const at = endOfDay(value)
            // A date that is not typed to its end is no date yet.
            if (at === undefined) return
            const isPast = at <= Math.max(startsAt ?? 0, Date.now())
            setBad(isPast)
            if (!isPast) onChange({ expiresAt: at })
          }}
        />
      )}
    </>
  )
}

export function LinkStart({ link: { startsAt, expiresAt }, onChange }: LinkParts) {
  const [moment, setMoment] = useState(momentText(startsAt))
  const at = moment === '' ? null : new Date(moment).getTime()
  const isLate = at !== null && expiresAt !== null && at >= expiresAt
  return (
    <TextField
      type="datetime-local"
      label={strings.starts}
      help={strings.startsHelp}
      error={isLate ? strings.badDates : undefined}
      value={moment}
      onChange={({ target }) => setMoment(target.value)}
      onBlur={() => !isLate && at !== startsAt && onChange({ startsAt: at })}
    />
  )
}

/** Instead of a password, and only where the server can mail. */
export function LinkAddresses({ link, onChange }: LinkParts) {
  const { data: facts } = useQuery(serverFactsQuery)
  const before = (link.addresses ?? []).join('\n')
  const [typed, setTyped] = useState(before)
  const { addresses, bad } = readAddresses(typed)
  const canMail = facts?.mail === true || link.addresses != null
  const save = () => {
    if (bad.length > 0 || addresses.length > MOST_PERSONS || sameWords(addresses, link.addresses ?? [])) return
    onChange(addresses.length === 0 ? { addresses: null } : { addresses: [...addresses], password: null })
  }
  const trouble =
    addresses.length > MOST_PERSONS
      ? text(strings.tooManyAddresses, { count: MOST_PERSONS })
      : bad.length > 0 && !/[^\s,;]$/.test(typed)
        ? text(strings.badAddresses, { count: bad.length, list: bad.join(', ') })
        : undefined
  return (
    <TextArea
      label={strings.codes}
      rows={1}
      className={styles.short}
      placeholder={strings.codesNone}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      disabled={!canMail}
      value={typed}
      help={canMail ? strings.codesHelp : facts && strings.codesNoMail}
      error={trouble}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={save}
    />
  )
}

function sameWords(a: readonly string[], b: readonly string[]): boolean {
  return a.join(' ').toLowerCase() === b.join(' ').toLowerCase()
}

/** As offered; another number, set by a program, is offered beside them. */
const visitorLimits = [1, 3, 5, 10, 25, 50, 100] as const

/** How many visitors it lets in. Each counts once, and keeps access. */
export function LinkVisitors({ link, onChange }: LinkParts) {
  const { mostOpens = null, visits = 0 } = link
  const limits = [...new Set([...visitorLimits, ...(mostOpens === null ? [] : [mostOpens])])].sort((a, b) => a - b)
  const help = isUsedUp(link) ? strings.usedUpHelp : strings.visitorsHelp
  return (
    <Select
      label={strings.visitors}
      value={mostOpens === null ? 'any' : String(mostOpens)}
      onValueChange={(value) => onChange({ mostOpens: value === 'any' ? null : Number(value) })}
      options={[
        { value: 'any', label: strings.anyVisitors },
        ...limits.map((count) => ({ value: String(count), label: text(strings.mostVisitors, { count }) })),
      ]}
      help={mostOpens === null ? undefined : text(help, { visits, most: mostOpens })}
    />
  )
}
