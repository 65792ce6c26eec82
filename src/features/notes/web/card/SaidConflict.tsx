import { useOutboxState } from '#web/outbox/outbox-store.ts'
import { lazyPart } from '#web/ui/page/lazy-part.tsx'

const OutgoingConflict = lazyPart(() => import('#web/outbox/OutgoingConflict.tsx'))

/** A text of one's own that was changed on two devices: the second is told, and both are there to choose from. */
export function SaidConflict({ noteId }: { readonly noteId: string }) {
  return useOutboxState()
    .waiting.filter(({ params, refused }) => params['noteId'] === noteId && refused?.current !== undefined)
    .map((one) => <OutgoingConflict key={one.key} outgoing={one} />)
}
