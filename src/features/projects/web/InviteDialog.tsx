import { useId, useState, type FormEvent } from 'react'
import type { Invite, Project } from '#features/projects/projects.contract.ts'
import { atLeast } from '#shared/roles.ts'
import { FailedRequest } from '#web/api/failed-request.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { InviteLink } from './InviteLink.tsx'
import { memberStrings } from './members.strings.ts'
import { useMakeInvite, type NewInvite } from './use-invite-actions.ts'
import styles from './Members.module.css'

const invitable = ['editor', 'commenter', 'listener'] as const
const lives = ['24', '48', '168', '720'] as const
const people = { any: null, one: 1, five: 5, twenty: 20 } as const

interface InviteDialogProps {
  readonly project: Project
  readonly onClose: () => void
}

export default function InviteDialog({ project, onClose }: InviteDialogProps) {
  const form = useId()
  const make = useMakeInvite(project.id)
  const title = text(memberStrings.inviteTitle, { project: project.name })
  const footer = make.data
    ? <Button tone="primary" onClick={onClose}>{memberStrings.done}</Button>
    : <Button type="submit" form={form} tone="primary" busy={make.isPending}>{memberStrings.makeLink}</Button>
  return (
    <Dialog open onOpenChange={(open) => { if (!open) onClose() }} title={title} footer={footer}
      description={make.data ? readyWords(make.data) : undefined}>
      {make.data ? <InviteLink url={make.data.url} /> : <InviteForm id={form} project={project} error={make.error} onSend={(invite) => make.mutate(invite)} />}
    </Dialog>
  )
}

function readyWords({ email }: Invite): string {
  return email === null ? memberStrings.linkReady : text(memberStrings.linkReadyMail, { email })
}

interface InviteFormProps {
  readonly id: string
  readonly project: Project
  readonly error: unknown
  readonly onSend: (invite: NewInvite) => void
}

function InviteForm({ id, project, error, onSend }: InviteFormProps) {
  const [role, setRole] = useState<NewInvite['role']>('commenter')
  const [life, setLife] = useState<(typeof lives)[number]>('48')
  const [most, setMost] = useState<keyof typeof people>('any')
  const [mayDownload, setMayDownload] = useState(project.mayDownload)
  const [email, setEmail] = useState('')
  const address = email.trim()
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSend({ role, mayDownload, expiresInHours: Number(life), maxUses: address === '' ? people[most] : 1, ...(address !== '' && { email: address }) })
  }
  const emailError = error instanceof FailedRequest ? error.inputErrors['email'] : undefined
  return (
    <form id={id} onSubmit={send} className={styles.form}>
      {error !== null && emailError === undefined && <p role="alert" className={styles.wrong}>{reasonOf(error)}</p>}
      <Select label={memberStrings.inviteRole} value={role} onValueChange={setRole} help={memberStrings.roleWords[role]}
        options={invitable.filter((one) => atLeast(project.role, one)).map((value) => ({ value, label: memberStrings.roleNames[value] }))} />
      <div className={styles.pair}>
        <Select label={memberStrings.expires} value={life} onValueChange={setLife} options={lives.map((value) => ({ value, label: memberStrings.lives[value] }))} />
        <Select label={memberStrings.uses} value={address === '' ? most : 'one'} disabled={address !== ''} onValueChange={setMost}
          options={(['any', 'one', 'five', 'twenty'] as const).map((value) => ({ value, label: memberStrings.usesChoices[value] }))} />
      </div>
      <TextField label={memberStrings.address} type="email" value={email} autoComplete="off" help={memberStrings.addressHelp} error={emailError} onChange={({ target }) => setEmail(target.value)} />
      <Checkbox checked={mayDownload} disabled={!project.mayDownload} onCheckedChange={setMayDownload}>{memberStrings.allowDownload}</Checkbox>
    </form>
  )
}
