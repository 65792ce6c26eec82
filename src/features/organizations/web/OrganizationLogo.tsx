import type { Organization } from '#features/organizations/organizations.contract.ts'
import { text } from '#web/i18n/text.ts'
import { PictureField } from '#web/ui/form/PictureField.tsx'
import { ProjectCover } from '#web/ui/mark/ProjectCover.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { organizationCall } from './organization-call.ts'
import { organizationStrings } from './organizations.strings.ts'
import { useOrganizationAct } from './use-organization-act.ts'

const strings = {
  choose: organizationStrings.chooseLogo,
  remove: organizationStrings.removeLogo,
  help: organizationStrings.logoHelp,
  unreadable: organizationStrings.logoUnreadable,
}

/** Takes effect at once and can be undone. An empty string removes the logo: the backend accepts only text. */
export function OrganizationLogo({
  organization: { id: organizationId, logo, may },
}: {
  readonly organization: Organization
}) {
  const { act, busy } = useOrganizationAct(organizationId)
  const change = (next: string | null, before: string | null, undone = false) =>
    act({
      carryOut: () => organizationCall('update', { organizationId, data: { logo: next ?? '' } }),
      tell: () =>
        toast({ text: organizationStrings.logoChanged, ...(!undone && { undo: () => change(before, next, true) }) }),
      failed: (reason) => text(organizationStrings.logoFailed, { reason }),
    })
  return (
    <PictureField
      label={organizationStrings.logo}
      has={Boolean(logo)}
      busy={busy}
      disabled={!may.edit}
      words={may.edit ? strings : { ...strings, help: '' }}
      onPicture={(picture) => change(picture, logo)}
      preview={<ProjectCover id={organizationId} imageUrl={logo} size={32} />}
    />
  )
}
