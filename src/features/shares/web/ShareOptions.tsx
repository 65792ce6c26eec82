import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { formatDate } from '#web/i18n/format-date.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
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
import { LinkAddresses, LinkExpiry, LinkPassword, LinkStart, LinkVisitors } from './ShareGuards.tsx'
import { sharesKey } from './share-lists.ts'
import { createLink, firstMay } from './share-target.ts'
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
  const [isCodeShown, setCodeShown] = useState(false)
  return (
    <details className={styles.options} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.summary}>
        <span>{strings.options}</span>
        {!isOpen && <span className={styles.facts}>{summaryOf(link)}</span>}
      </summary>
      {isOpen && (
        <div className={styles.fields} data-labels="beside">
          {link.person !== null && <PersonName {...parts} />}
          <LinkPassword {...parts} />
          <LinkAddresses key={String(link.addresses)} {...parts} />
          <LinkExpiry {...parts} />
          <LinkStart {...parts} />
          <LinkVisitors {...parts} />
          {link.what.kind !== 'version' && <Tracks {...parts} />}
          {link.may.download && <DownloadForms {...parts} />}
          <OptionRow label={strings.also}>
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
          </OptionRow>
          <Words {...parts} />
          {link.person === null && (
            <OptionRow label={strings.oneEach}>
              <PersonLinks link={link} />
            </OptionRow>
          )}
          {link.url !== null && isCodeShown && <ShareQrCode url={link.url} />}
          <div className={styles.ends}>
            {link.url !== null && (
              <Button aria-expanded={isCodeShown} onClick={() => setCodeShown(!isCodeShown)}>
                {isCodeShown ? strings.hideCode : strings.showCode}
              </Button>
            )}
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

/** Choices beside the words that they have in common. */
function OptionRow({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className={styles.optionRow}>
      <span id={id} className={styles.optionLabel}>
        {label}
      </span>
      <div className={styles.choices}>{children}</div>
    </div>
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

function summaryOf({ hasPassword, addresses, expiresAt, mostOpens, visits = 0 }: LinkParts['link']): string {
  return [
    addresses ? strings.facts.code : hasPassword ? strings.facts.password : strings.facts.noPassword,
    expiresAt === null ? strings.facts.never : text(strings.facts.until, { date: formatDate(expiresAt) }),
    mostOpens == null ? '' : text(strings.facts.visitors, { visits, most: mostOpens }),
  ]
    .filter(Boolean)
    .join(' · ')
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
      {(isOn || !mayGive) && (
        <p className={styles.help}>
          {!mayGive ? strings.noDownload : strings.filesHelp[what.kind === 'project' ? 'project' : 'tracks']}
        </p>
      )}
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
        rows={1}
        className={styles.short}
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
