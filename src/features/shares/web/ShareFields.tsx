import { text } from '#web/i18n/text.ts'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { SegmentedControl } from '#web/ui/form/SegmentedControl.tsx'
import { Select } from '#web/ui/form/Select.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { MESSAGE_LENGTH } from '../shares.policy.ts'
import styles from './Shares.module.css'
import { lives, type ShareForm } from './share-form.ts'
import { shareStrings as strings } from './shares.strings.ts'

/** What a project's link can open. */
export interface Shareable {
  readonly tracks: readonly { readonly id: string; readonly title: string }[]
  readonly versions: readonly { readonly id: string; readonly trackId: string; readonly number: number }[]
  readonly mayDownload: boolean
}

interface ShareFieldsProps {
  readonly form: ShareForm
  readonly onForm: (change: Partial<ShareForm>) => void
  readonly of: Shareable
  /** The existing link's recipient, and whether it has a password. */
  readonly existing?: { readonly hasPassword: boolean; readonly person: string | null } | undefined
}

export function ShareFields(props: ShareFieldsProps) {
  return (
    <>
      <WhatFields {...props} />
      <WhoFields {...props} />
      <MayFields {...props} />
      <GuardFields {...props} />
      <WordFields {...props} />
    </>
  )
}

function WhatFields({ form, onForm, of: { tracks, versions } }: ShareFieldsProps) {
  const ofTrack = versions.filter(({ trackId }) => trackId === form.trackId)
  const chooseTrack = (trackId: string) =>
    onForm({ trackId, versionId: versions.find((one) => one.trackId === trackId)?.id ?? '' })
  const kinds = (['project', 'tracks', 'version'] as const).filter(
    (kind) => kind === 'project' || (kind === 'tracks' ? tracks.length > 0 : versions.length > 0),
  )
  return (
    <fieldset className={styles.part}>
      <legend>{strings.what}</legend>
      <SegmentedControl
        label={strings.what}
        value={form.kind}
        onValueChange={(kind) =>
          onForm({ kind, ...(kind === 'version' && form.versionId === '' && { versionId: ofTrack[0]?.id ?? '' }) })
        }
        segments={kinds.map((value) => ({ value, label: strings.kinds[value] }))}
      />
      {form.kind === 'tracks' && (
        <div role="group" aria-label={strings.tracks} className={styles.tracks}>
          {tracks.map(({ id, title }) => (
            <Checkbox
              key={id}
              checked={form.trackIds.includes(id)}
              onCheckedChange={(on) =>
                onForm({ trackIds: on ? [...form.trackIds, id] : form.trackIds.filter((other) => other !== id) })
              }
            >
              {title}
            </Checkbox>
          ))}
        </div>
      )}
      {form.kind === 'version' && (
        <div className={styles.pair}>
          <Select
            label={strings.tracks}
            value={form.trackId}
            onValueChange={chooseTrack}
            options={tracks
              .filter(({ id }) => versions.some(({ trackId }) => trackId === id))
              .map(({ id, title }) => ({ value: id, label: title }))}
          />
          <Select
            label={strings.version}
            value={form.versionId}
            onValueChange={(versionId) => onForm({ versionId })}
            options={ofTrack.map(({ id, number }) => ({ value: id, label: text(strings.versionName, { number }) }))}
          />
        </div>
      )}
      {form.kind !== 'version' && (
        <div>
          <Checkbox checked={form.latestOnly} onCheckedChange={(latestOnly) => onForm({ latestOnly })}>
            {strings.latestOnly}
          </Checkbox>
          {form.latestOnly && <p className={styles.help}>{strings.latestHelp}</p>}
        </div>
      )}
    </fieldset>
  )
}

function WhoFields({ form, onForm, existing }: ShareFieldsProps) {
  if (existing)
    return existing.person === null ? null : (
      <TextField
        label={strings.person}
        value={form.persons}
        maxLength={200}
        onChange={({ target }) => onForm({ persons: target.value })}
      />
    )
  return (
    <fieldset className={styles.part}>
      <legend>{strings.who}</legend>
      <SegmentedControl
        label={strings.who}
        value={form.who}
        onValueChange={(who) => onForm({ who })}
        segments={(['anyone', 'persons'] as const).map((value) => ({ value, label: strings.whos[value] }))}
      />
      {form.who === 'persons' && (
        <TextArea
          label={strings.persons}
          help={strings.personsHelp}
          rows={3}
          value={form.persons}
          onChange={({ target }) => onForm({ persons: target.value })}
        />
      )}
    </fieldset>
  )
}

const offered = ['comment', 'seeNotes', 'approve', 'download', 'upload'] as const

function MayFields({ form: { may }, onForm, of: { mayDownload } }: ShareFieldsProps) {
  return (
    <fieldset className={styles.part}>
      <legend>{strings.may}</legend>
      <div className={styles.checks}>
        {offered.map((one) => (
          <Checkbox
            key={one}
            checked={may[one]}
            disabled={one === 'download' && !mayDownload && !may.download}
            onCheckedChange={(on) => onForm({ may: { ...may, [one]: on } })}
          >
            {strings.mays[one]}
          </Checkbox>
        ))}
      </div>
      {!mayDownload && <p className={styles.help}>{strings.noDownload}</p>}
      {may.upload && <p className={styles.help}>{strings.uploadHelp}</p>}
    </fieldset>
  )
}

function GuardFields({ form, onForm, existing }: ShareFieldsProps) {
  return (
    <fieldset className={styles.part}>
      <legend>{strings.guard}</legend>
      <div className={styles.pair}>
        <Select
          label={strings.expires}
          value={form.life}
          onValueChange={(life) => onForm({ life })}
          options={lives.map((value) => ({ value, label: strings.expiry[value] }))}
        />
        {form.life === 'date' ? (
          <TextField
            type="date"
            label={strings.expiresOn}
            value={form.lastDay}
            required
            onChange={({ target }) => onForm({ lastDay: target.value })}
          />
        ) : (
          <TextField
            type="datetime-local"
            label={strings.starts}
            help={strings.startsHelp}
            value={form.firstMoment}
            onChange={({ target }) => onForm({ firstMoment: target.value })}
          />
        )}
      </div>
      {form.life === 'date' && (
        <TextField
          type="datetime-local"
          label={strings.starts}
          help={strings.startsHelp}
          value={form.firstMoment}
          onChange={({ target }) => onForm({ firstMoment: target.value })}
        />
      )}
      <PasswordField
        label={strings.password}
        autoComplete="new-password"
        maxLength={128}
        help={existing?.hasPassword ? strings.passwordKept : strings.passwordHelp}
        value={form.password}
        disabled={form.removePassword}
        onChange={({ target }) => onForm({ password: target.value })}
      />
      {existing?.hasPassword && (
        <Checkbox
          checked={form.removePassword}
          onCheckedChange={(removePassword) => onForm({ removePassword, ...(removePassword && { password: '' }) })}
        >
          {strings.removePassword}
        </Checkbox>
      )}
    </fieldset>
  )
}

function WordFields({ form, onForm }: ShareFieldsProps) {
  return (
    <fieldset className={styles.part}>
      <legend>{strings.words}</legend>
      <TextArea
        label={strings.message}
        help={strings.messageHelp}
        rows={3}
        maxLength={MESSAGE_LENGTH}
        value={form.message}
        onChange={({ target }) => onForm({ message: target.value })}
      />
      <TextField
        label={strings.label}
        value={form.label}
        maxLength={200}
        onChange={({ target }) => onForm({ label: target.value })}
      />
    </fieldset>
  )
}
