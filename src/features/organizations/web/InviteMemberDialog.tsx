import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { organizationRoles } from '#features/organizations/member-roles.ts'
import type { Organization, OrganizationRole } from '#features/organizations/organizations.contract.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { CopyField } from '#web/ui/CopyField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { invitationHref } from './invitation-href.ts'
import { organizationCall } from './organization-call.ts'
import { organizationWords } from './organization-words.ts'
import { organizationTeamsQuery } from './organizations.queries.ts'
import { organizationStrings } from './organizations.strings.ts'
import { readOrganizationAgain } from './use-organization-act.ts'
import styles from './Organization.module.css'

interface InviteMemberDialogProps {
  readonly organization: Organization
  readonly onClose: () => void
}

/** Invites one address; then shows the link, so that no mail server is needed. */
export default function InviteMemberDialog({ organization, onClose }: InviteMemberDialogProps) {
  const form = useId()
  const queries = useQueryClient()
  const { id: organizationId, name } = organization
  const { data: teams = [] } = useQuery(organizationTeamsQuery(organizationId))
  const [email, setEmail] = useState('')
  const [roles, setRoles] = useState<readonly OrganizationRole[]>(['member'])
  const [teamId, setTeamId] = useState('')
  const invite = useMutation({
    mutationFn: () => organizationCall('invite-member', { organizationId, email: email.trim(), role: roles, ...(teamId !== '' && { teamId }) }),
    onSuccess: () => readOrganizationAgain(queries, organizationId),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    invite.mutate()
  }
  const toggle = (role: OrganizationRole, on: boolean) => setRoles((before) => organizationRoles.filter((one) => (one === role ? on : before.includes(one))))
  const close = (open: boolean) => { if (!open) onClose() }
  if (invite.data) {
    return (
      <Dialog open onOpenChange={close} title={organizationStrings.invited} description={text(organizationStrings.invitedWords, { email: invite.data.email })} footer={<Button tone="primary" onClick={onClose}>{organizationStrings.done}</Button>}>
        <CopyField label={organizationStrings.link} value={invitationHref(invite.data.id)} />
      </Dialog>
    )
  }
  return (
    <Dialog open onOpenChange={close} title={text(organizationStrings.inviteTitle, { name })}
      footer={<Button type="submit" form={form} tone="primary" busy={invite.isPending} disabled={roles.length === 0}>{organizationStrings.sendInvitation}</Button>}>
      <form id={form} className={styles.form} onSubmit={send}>
        <TextField label={organizationStrings.email} type="email" required autoComplete="off" value={email} help={organizationStrings.emailHelp} error={invite.error && organizationWords(invite.error)} onChange={({ target }) => { setEmail(target.value); invite.reset() }} />
        <fieldset className={styles.roles}>
          <legend className={styles.legend}>{organizationStrings.joinAs}</legend>
          {organizationRoles.filter((role) => role !== 'owner' || organization.roles.includes('owner')).toReversed().map((role) => (
            <Checkbox key={role} checked={roles.includes(role)} onCheckedChange={(on) => toggle(role, on)}>{organizationStrings.roleNames[role]}<span className={styles.meta}> {organizationStrings.roleWords[role]}</span></Checkbox>
          ))}
        </fieldset>
        {teams.length > 0 && <Select label={organizationStrings.team} value={teamId} onValueChange={setTeamId} options={[{ value: '', label: organizationStrings.noTeam }, ...teams.map(({ id, name: label }) => ({ value: id, label }))]} />}
      </form>
    </Dialog>
  )
}
