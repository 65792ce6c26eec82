import type { QueryClient } from '@tanstack/react-query'
import { meQuery } from '#features/account/web/account.client.ts'
import { whileLeaving } from '#features/projects/web/leaving-projects.ts'
import { memberStrings } from '#features/projects/web/members/members.strings.ts'
import { projectApi } from '#features/projects/web/project-api.ts'
import { readProjectAgain } from '#features/projects/web/use-project-actions.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { mainStrings } from '../frame/main.strings.ts'

interface Joined {
  readonly projectId: string
  readonly projectName: string
  readonly queries: QueryClient
  readonly goHome: () => Promise<void>
}

/** Opening a link is enough to join, so the toast offers to leave. */
export function tellJoined({ projectId, projectName, queries, goHome }: Joined): void {
  const leave = async () => {
    try {
      const { id: userId } = await queries.ensureQueryData(meQuery)
      await whileLeaving(projectId, () =>
        projectApi('DELETE /api/projects/:projectId/members/:userId', { params: { projectId, userId } }),
      )
      toast({ text: text(memberStrings.left, { project: projectName }) })
      if (new URLSearchParams(window.location.search).get('projectId') === projectId) await goHome()
      // Its queries must no longer be shown.
      queries.removeQueries({ queryKey: ['project', projectId] })
    } catch (error) {
      toast({ tone: 'error', text: text(mainStrings.notLeft, { project: projectName, reason: reasonOf(error) }) })
    }
    await readProjectAgain(queries, projectId)
  }
  toast({
    text: text(mainStrings.joined, { project: projectName }),
    action: { label: mainStrings.leave, onSelect: () => void leave() },
  })
}
