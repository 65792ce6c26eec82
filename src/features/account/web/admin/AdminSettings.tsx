import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { reasonOf } from '#web/api/reason.ts'
import { sendRequest } from '#web/api/send-request.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { SegmentedControl } from '#web/ui/form/SegmentedControl.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { accountApi } from '../account-api.ts'
import { serverFactsQuery } from '../account.client.ts'
import { serverSettingsQuery } from './admin.client.ts'
import { adminStrings } from './admin.strings.ts'
import styles from './Admin.module.css'

const rules = ['open', 'invite-only', 'closed'] as const

export default function AdminSettings() {
  return (
    <div className={styles.part}>
      <SignUpRule />
      <MailTest />
    </div>
  )
}

/** Optimistic; reverted if the server refuses. */
function SignUpRule() {
  const queries = useQueryClient()
  const { data: settings, error, refetch, isFetching } = useQuery(serverSettingsQuery)
  const { queryKey } = serverSettingsQuery
  const change = useMutation({
    mutationFn: (signUp: (typeof rules)[number] | null) =>
      accountApi('PATCH /api/admin/settings', { body: { signUp } }),
    onMutate: (signUp) => {
      const before = queries.getQueryData(queryKey)
      queries.setQueryData(queryKey, (now) => now && { ...now, signUp: signUp ?? now.configured.signUp })
      return { before }
    },
    onSuccess: (now) => queries.setQueryData(queryKey, now),
    onError: (reason, _, kept) => {
      queries.setQueryData(queryKey, kept?.before)
      toast({ tone: 'error', text: text(adminStrings.ruleFailed, { reason: reasonOf(reason) }) })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: serverFactsQuery.queryKey }),
  })
  return (
    <section className={styles.setting}>
      <h2>{adminStrings.signUp}</h2>
      <p className={styles.dim}>{adminStrings.signUpWords}</p>
      {settings ? (
        <>
          <div>
            <SegmentedControl
              label={adminStrings.signUp}
              segments={rules.map((value) => ({ value, label: adminStrings.rules[value] }))}
              value={settings.signUp}
              onValueChange={(rule) => change.mutate(rule)}
            />
          </div>
          <p className={styles.meta}>
            {adminStrings.ruleWords[settings.signUp]}{' '}
            {text(adminStrings.configured, { rule: adminStrings.rules[settings.configured.signUp].toLowerCase() })}
          </p>
          {settings.signUp !== settings.configured.signUp && (
            <div>
              <Button size="small" tone="quiet" onClick={() => change.mutate(null)}>
                {adminStrings.asConfigured}
              </Button>
            </div>
          )}
        </>
      ) : error ? (
        <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
          {text(adminStrings.settingsFailed, { reason: reasonOf(error) })}
        </ErrorView>
      ) : (
        <SkeletonGroup>
          <Skeleton height={32} width={280} />
        </SkeletonGroup>
      )}
    </section>
  )
}

function MailTest() {
  const { data: facts } = useQuery(serverFactsQuery)
  const test = useMutation({ mutationFn: sendTestMail })
  const message = test.error
    ? text(adminStrings.testFailed, { reason: reasonOf(test.error) })
    : test.data && text(test.data.outbox ? adminStrings.testKept : adminStrings.testSent, { to: test.data.to })
  return (
    <section className={styles.setting}>
      <h2>{adminStrings.mail}</h2>
      {facts && <p className={styles.dim}>{facts.mail ? adminStrings.mailOn : adminStrings.mailOff}</p>}
      <div>
        <Button icon={Send} busy={test.isPending} onClick={() => test.mutate()}>
          {adminStrings.sendTest}
        </Button>
      </div>
      <output className={test.error ? styles.wrong : styles.meta}>{message}</output>
    </section>
  )
}

/** Not a typed call: the contract leaves this answer raw, because it may contain the mail server's own message. */
async function sendTestMail(): Promise<{ readonly to: string; readonly outbox: boolean }> {
  return (await sendRequest({ method: 'POST', url: '/api/admin/test-mail', body: {} })) as {
    readonly to: string
    readonly outbox: boolean
  }
}
