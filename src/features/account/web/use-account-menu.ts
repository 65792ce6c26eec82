import { LogOut, Server, UserRound } from 'lucide-react'
import type { Me } from '#features/account/account.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { chooseTheme, useThemeChoice, type ThemeChoice } from '#web/ui/frame/theme.ts'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { accountMenuStrings } from './account-menu.strings.ts'
import { maySignOut, tellSignedOut } from './sign-out-guard.ts'
import { useAuthCall } from './use-auth-call.ts'

export const themeOptions: readonly { readonly value: ThemeChoice; readonly label: string }[] = [
  { value: 'system', label: accountMenuStrings.themeSystem },
  { value: 'dark', label: accountMenuStrings.themeDark },
  { value: 'light', label: accountMenuStrings.themeLight },
]

/** The account menu in the rail. */
export function useAccountMenu(me: Me | undefined): readonly MenuEntry[] {
  const theme = useThemeChoice()
  const { signOut } = useSignOut()
  return [
    { kind: 'link', label: accountMenuStrings.account, icon: UserRound, href: '/account' },
    me?.isAdmin === true && { kind: 'link', label: accountMenuStrings.server, icon: Server, href: '/admin' },
    { kind: 'separator' },
    { kind: 'heading', label: accountMenuStrings.themeHeading },
    {
      kind: 'choice',
      value: theme,
      options: themeOptions,
      onValueChange: (value) => {
        const chosen = themeOptions.find((option) => option.value === value)
        if (chosen) chooseTheme(chosen.value)
      },
    },
    { kind: 'separator' },
    { kind: 'action', label: accountMenuStrings.signOut, icon: LogOut, isDeliberate: true, onSelect: signOut },
  ]
}

export function useSignOut(): { readonly signOut: () => void; readonly busy: boolean } {
  const { mutate, isPending } = useAuthCall('/sign-out')
  const leave = async () => {
    await tellSignedOut()
    // A full page load, so that no personal data stays in memory; it reads the session again.
    window.location.assign('/login')
  }
  const signOut = async () => {
    if (!(await maySignOut())) return
    mutate(
      {},
      {
        onSuccess: () => void leave(),
        onError: (error) =>
          toast({ tone: 'error', text: text(accountMenuStrings.signOutFailed, { reason: reasonOf(error) }) }),
      },
    )
  }
  return { signOut: () => void signOut(), busy: isPending }
}
