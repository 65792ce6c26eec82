import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Membership } from '#features/projects/projects.contract.ts'
import type { Role } from '#shared/roles.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { whileLeaving } from '../leaving-projects.ts'
import { memberStrings } from './members.strings.ts'
import { projectApi } from '../project-api.ts'
import { readProjectAgain } from '../use-project-actions.ts'

interface Act {
  readonly member: Membership
  readonly carryOut: () => Promise<unknown>
  readonly tell?: () => unknown
}

export interface MemberActions {
  readonly change: (member: Membership, rights: { readonly role?: Role; readonly mayDownload?: boolean }) => void
  readonly remove: (member: Membership) => void
  /** Leaves the project: `onLeft` navigates away before anything is refetched. */
  readonly leave: (member: Membership, onLeft: () => void | Promise<void>) => void
  readonly busy: boolean
}

export function useMemberActions(projectId: string): MemberActions {
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ carryOut }: Act) => carryOut(),
    // Here and not in the options of `mutate`: the tab that called may be unmounted by then.
    onSuccess: (_, { tell }) => tell?.(),
    onSettled: () => readProjectAgain(queries, projectId),
    onError: (error, { member }) =>
      toast({
        tone: 'error',
        text: text(memberStrings.changeFailed, { name: member.person.name, reason: reasonOf(error) }),
      }),
  })
  const paramsOf = ({ person }: Membership) => ({ projectId, userId: person.id })
  const takeOut = (member: Membership) =>
    projectApi('DELETE /api/projects/:projectId/members/:userId', { params: paramsOf(member) })
  const takeBack = (member: Membership) =>
    mutate({
      member,
      carryOut: () => projectApi('POST /api/projects/:projectId/members/:userId/restore', { params: paramsOf(member) }),
      tell: () => toast({ text: text(memberStrings.restored, { name: member.person.name }) }),
    })
  return {
    change: (member, rights) =>
      mutate({
        member,
        carryOut: () =>
          projectApi('PATCH /api/projects/:projectId/members/:userId', { params: paramsOf(member), body: rights }),
      }),
    remove: (member) =>
      mutate({
        member,
        carryOut: () => takeOut(member),
        tell: () =>
          toast({ text: text(memberStrings.removed, { name: member.person.name }), undo: () => takeBack(member) }),
      }),
    leave: (member, onLeft) =>
      mutate({
        member,
        carryOut: async () => {
          await whileLeaving(projectId, () => takeOut(member))
          await onLeft()
          // Once the page is left, the live channel no longer reports the loss of access.
          queries.removeQueries({ queryKey: ['project', projectId] })
        },
      }),
    busy: isPending,
  }
}
