import { useMutation } from '@tanstack/react-query'
import { inboxApi } from '#features/inbox/web/inbox.client.ts'
import { transferStrings } from '#features/transfers/web/transfers.strings.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { frameStrings } from '#web/ui/frame/frame.strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import styles from './ToldPeople.module.css'

interface ToldPeopleProps {
  readonly projectId: string
  readonly trackId: string
  readonly versionId: string
  readonly count: number
}

/** Whom an uploaded version was announced to, and a way back: mails wait two minutes. */
export function ToldPeople({ count, ...params }: ToldPeopleProps) {
  const { mutate, isPending, isSuccess, data } = useMutation({
    mutationFn: () => inboxApi('POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/untold', { params }),
    onError: (error) => toast({ tone: 'error', text: text(transferStrings.untoldFailed, { reason: reasonOf(error) }) }),
  })
  return (
    <div className={styles.told}>
      <span role="status">
        {isSuccess ? text(transferStrings.untold, { count: data.count }) : text(transferStrings.told, { count })}
      </span>
      {!isSuccess && (
        <Button size="small" tone="quiet" busy={isPending} onClick={() => mutate()}>
          {frameStrings.undo}
        </Button>
      )}
    </div>
  )
}
