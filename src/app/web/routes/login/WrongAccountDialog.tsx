import { useMutation } from '@tanstack/react-query'
import { projectApi } from '#features/projects/web/project-api.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { mainStrings } from '../frame/main.strings.ts'
import { searchTextOf } from '../search-values.ts'
import { switchAccount } from './switch-account.ts'
import { showWrongAccount, useWrongAccount } from './wrong-account-store.ts'
import styles from './WrongAccountDialog.module.css'

const strings = {
  title: 'This invitation is for {address}',
  another: 'someone else',
  mine: 'You are signed in as {mine}.',
  toJoin: 'To join {project}, sign in as {address}.',
  orAsk: 'If that is not you, ask {name} to let you in. They see your name and your address.',
  inviter: 'the project',
  aProject: 'the project',
  ask: 'Ask for access',
  asked: 'Asked. The project appears in your list when someone lets you in.',
  failed: 'Could not ask. {reason}',
  close: 'Close',
} as const

/** Who an invitation is for, who is signed in, and the two ways on. */
export default function WrongAccountDialog() {
  const wrong = useWrongAccount()
  const ask = useMutation({
    mutationFn: (inviteId: string) => projectApi('POST /api/invite/:inviteId/request', { params: { inviteId } }),
  })
  if (!wrong) return null
  const { invId, project, invitedBy, mine } = wrong
  const address = wrong.address ?? strings.another
  const close = () => showWrongAccount(null)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={text(strings.title, { address })}
      description={mine === undefined ? undefined : text(strings.mine, { mine })}
      footer={
        ask.isSuccess ? (
          <Button onClick={close}>{strings.close}</Button>
        ) : (
          <>
            <Button busy={ask.isPending} onClick={() => ask.mutate(invId)}>
              {strings.ask}
            </Button>
            <Button tone="primary" onClick={() => void switchAccount(`/${searchTextOf({ invId })}`)}>
              {mainStrings.switchAccount}
            </Button>
          </>
        )
      }
    >
      <div className={styles.words} role="status">
        {ask.isSuccess ? (
          <p>{strings.asked}</p>
        ) : (
          <>
            <p>{text(strings.toJoin, { project: project ?? strings.aProject, address })}</p>
            <p>{text(strings.orAsk, { name: invitedBy ?? strings.inviter })}</p>
          </>
        )}
      </div>
      {ask.error && (
        <p className={styles.wrong} role="alert">
          {text(strings.failed, { reason: reasonOf(ask.error) })}
        </p>
      )}
    </Dialog>
  )
}
