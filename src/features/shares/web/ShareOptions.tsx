import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { formatDate } from '#web/i18n/format-date.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { Select } from '#web/ui/form/Select.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import type { Share } from '../shares.contract.ts'
import { MESSAGE_LENGTH } from '../shares.policy.ts'
import { PersonLinks } from './PersonLinks.tsx'
import { ShareQrCode } from './ShareCode.tsx'
import type { LinkParts } from './ShareLinkParts.tsx'
import styles from './ShareDialog.module.css'
import { endOfDay, expiryAfter, type Life, lives, momentText } from './share-lives.ts'
import { sharesKey } from './share-lists.ts'
import { createLink, firstMay } from './share-target.ts'
import { suggestedPassword } from './share-password.ts'
import { shareStrings as strings } from './shares.strings.ts'
import { useShareActions } from './use-share-actions.ts'

interface ShareOptionsProps extends LinkParts {
  readonly onTurnedOff: () => void
  /** Shows another link to the same; undefined where one is changed that was chosen from a list. */
  readonly onNew: ((link: Share) => void) | undefined
}

/** What most links never need, folded, with a summary. */
export function ShareOptions({ onTurnedOff, onNew, ...parts }: ShareOptionsProps) {
  const { revoke } = useShareActions()
  const { link } = parts
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.options} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.summary}>
        <span>{strings.options}</span>
        {!isOpen && <span className={styles.facts}>{summaryOf(link)}</span>}
      </summary>
      {isOpen && (
        <div className={styles.fields}>
          {link.person !== null && <PersonName {...parts} />}
          <Password {...parts} />
          <Expiry {...parts} />
          <Start {...parts} />
          {link.what.kind !== 'version' && <Tracks {...parts} />}
          {link.may.download && <DownloadForms {...parts} />}
          <Checkbox
            checked={link.may.seeNotes}
            onCheckedChange={(seeNotes) => parts.onChange({ may: { ...link.may, seeNotes } })}
          >
            {strings.mays.seeNotes}
          </Checkbox>
          <div>
            <Checkbox
              checked={link.may.upload}
              onCheckedChange={(upload) => parts.onChange({ may: { ...link.may, upload } })}
            >
              {strings.mays.upload}
            </Checkbox>
            {link.may.upload && <p className={styles.help}>{strings.uploadHelp}</p>}
          </div>
          <SharedFilesChoice {...parts} />
          <Words {...parts} />
          {link.person === null && <PersonLinks link={link} />}
          {link.url !== null && <ShareQrCode url={link.url} />}
          <div className={styles.ends}>
            {onNew && <NewLinkButton link={link} onNew={onNew} />}
            <Button
              onClick={() => {
                revoke(link)
                onTurnedOff()
              }}
            >
              {strings.turnOff}
            </Button>
          </div>
        </div>
      )}
    </details>
  )
}

/** Another link to the same tracks, with no password and no end, beside the one that people already have. */
function NewLinkButton({ link, onNew }: { readonly link: Share; readonly onNew: (link: Share) => void }) {
  const queries = useQueryClient()
  const create = useMutation({
    mutationFn: () => createLink(link.projectId, { what: link.what, may: firstMay }),
    onSuccess: async (made) => {
      onNew(made)
      await queries.invalidateQueries({ queryKey: sharesKey })
    },
    onError: (error) => toast({ tone: 'error', text: text(strings.createFailed, { reason: reasonOf(error) }) }),
  })
  return (
    <Button busy={create.isPending} title={strings.newLinkHelp} onClick={() => create.mutate()}>
      {strings.newLink}
    </Button>
  )
}

function summaryOf({ hasPassword, expiresAt }: LinkParts['link']): string {
  return [
    hasPassword ? strings.facts.password : strings.facts.noPassword,
    expiresAt === null ? strings.facts.never : text(strings.facts.until, { date: formatDate(expiresAt) }),
  ].join(' · ')
}

/** Off at first. Who cannot download the files cannot give them away. */
function SharedFilesChoice({ project, link: { may, what }, onChange }: LinkParts) {
  const isOn = may.files === true
  const mayGive = project.mayDownload || isOn
  return (
    <div>
      <Checkbox checked={isOn} disabled={!mayGive} onCheckedChange={(files) => onChange({ may: { ...may, files } })}>
        {strings.mays.files}
      </Checkbox>
      <p className={styles.help}>
        {!mayGive ? strings.noDownload : strings.filesHelp[what.kind === 'project' ? 'project' : 'tracks']}
      </p>
    </div>
  )
}

function PersonName({ link, onChange }: LinkParts) {
  const [name, setName] = useState(link.person ?? '')
  return (
    <TextField
      label={strings.person}
      value={name}
      maxLength={200}
      onChange={({ target }) => setName(target.value)}
      onBlur={() => name.trim() !== '' && name.trim() !== link.person && onChange({ person: name.trim() })}
    />
  )
}

/** Shown as it is typed: it is made to be passed on. */
function Password({ link, onChange }: LinkParts) {
  const form = useId()
  const [typed, setTyped] = useState('')
  const [given, setGiven] = useState('')
  const save = (password: string) => {
    if (password === '' || password === given) return
    setGiven(password)
    onChange({ password })
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

function Expiry({ link: { startsAt, expiresAt }, onChange }: LinkParts) {
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
    <div className={styles.pair}>
      <Select
        label={strings.expires}
        value={life}
        onValueChange={choose}
        options={lives.map((value) => ({ value, label: strings.expiry[value] }))}
      />
      {life !== 'never' && (
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
    </div>
  )
}

function Start({ link: { startsAt, expiresAt }, onChange }: LinkParts) {
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

/** All tracks, with those to come, or some. */
function Tracks({ project: { tracks }, link: { what }, onChange }: LinkParts) {
  if (what.kind === 'version' || tracks.length < 2) return null
  const { latestOnly } = what
  const chosen = what.kind === 'tracks' ? what.trackIds : []
  return (
    <div className={styles.tracksChoice}>
      <Select
        label={strings.what}
        value={what.kind}
        onValueChange={(kind) =>
          onChange({
            what:
              kind === 'project' ? { kind, latestOnly } : { kind, trackIds: tracks.map(({ id }) => id), latestOnly },
          })
        }
        options={(['project', 'tracks'] as const).map((value) => ({ value, label: strings.kinds[value] }))}
      />
      {what.kind === 'tracks' && (
        <div role="group" aria-label={strings.tracks} className={styles.tracks}>
          {tracks.map(({ id, title }) => {
            const isOnly = chosen.length === 1 && chosen[0] === id
            return (
              <Checkbox
                key={id}
                checked={chosen.includes(id)}
                disabled={isOnly}
                onCheckedChange={(on) =>
                  onChange({
                    what: {
                      kind: 'tracks',
                      trackIds: on ? [...chosen, id] : chosen.filter((other) => other !== id),
                      latestOnly,
                    },
                  })
                }
              >
                {title}
              </Checkbox>
            )
          })}
        </div>
      )}
    </div>
  )
}

function DownloadForms({ link: { may }, onChange }: LinkParts) {
  return (
    <Select
      label={strings.forms}
      value={may.original === false ? 'mp3' : 'original'}
      onValueChange={(form) => onChange({ may: { ...may, original: form === 'original' } })}
      options={(['original', 'mp3'] as const).map((value) => ({ value, label: strings.formChoices[value] }))}
    />
  )
}

function Words({ link, onChange }: LinkParts) {
  const [message, setMessage] = useState(link.message)
  const [label, setLabel] = useState(link.label)
  return (
    <>
      <TextArea
        label={strings.message}
        help={strings.messageHelp}
        rows={2}
        maxLength={MESSAGE_LENGTH}
        value={message}
        onChange={({ target }) => setMessage(target.value)}
        onBlur={() => message.trim() !== link.message && onChange({ message: message.trim() })}
      />
      <TextField
        label={strings.label}
        value={label}
        maxLength={200}
        onChange={({ target }) => setLabel(target.value)}
        onBlur={() => label.trim() !== link.label && onChange({ label: label.trim() })}
      />
    </>
  )
}
