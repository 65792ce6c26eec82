import { useQuery } from '@tanstack/react-query'
import { organizationsQuery } from '#features/organizations/web/organizations.client.ts'
import type { Project } from '#features/projects/projects.contract.ts'
import type { ProjectSettingsAddition } from '#features/projects/web/project-points.ts'
import { atLeast } from '#shared/roles.ts'
import { TextLink } from '#web/ui/TextLink.tsx'
import { webhookPolicy } from '../webhooks.policy.ts'
import { webhookStrings } from './webhooks.strings.ts'
import WebhooksSection from './WebhooksSection.tsx'

/** Webhooks in a project's settings, for people who may manage them, with a link to its organization's. */
export function useWebhooksInSettings({ id, role, organizationId }: Project): ProjectSettingsAddition {
  const { data: organizations = [] } = useQuery(organizationsQuery)
  if (!atLeast(role, webhookPolicy['webhook.manage'])) return {}
  const manages = organizations.some((one) => one.id === organizationId && one.may.edit)
  return {
    section: (
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
    ),
  }
}
