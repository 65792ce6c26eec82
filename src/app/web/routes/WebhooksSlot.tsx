import { useQuery } from '@tanstack/react-query'
import { organizationsQuery } from '#features/organizations/web/organizations.queries.ts'
import type { Project } from '#features/projects/projects.contract.ts'
import WebhooksSection from '#features/webhooks/web/WebhooksSection.tsx'
import { webhookStrings } from '#features/webhooks/web/webhooks.strings.ts'
import { webhookPolicy } from '#features/webhooks/webhooks.policy.ts'
import { atLeast } from '#shared/roles.ts'
import { TextLink } from '#web/ui/TextLink.tsx'

/** Webhooks in a project's settings, for whoever sees to them; with the way to those of its organization. */
export default function WebhooksSlot({ project: { id, role, organizationId } }: { readonly project: Project }) {
  const { data: organizations = [] } = useQuery(organizationsQuery)
  if (!atLeast(role, webhookPolicy['webhook.manage'])) return null
  const manages = organizations.some((one) => one.id === organizationId && one.may.edit)
  return (
    <WebhooksSection
      place={{ projectId: id }}
      also={
        manages && (
          <>
            {webhookStrings.alsoOrganization}{' '}
            <TextLink href={`/organization/${organizationId}/webhooks`}>{webhookStrings.toOrganization}</TextLink>
          </>
        )
      }
    />
  )
}
