import '../tokens.css'
import '../base.css'
import { guardContextMenu } from '../menu/context-menu-guard.ts'
import { watchFocus } from './focus-return.ts'
import { adoptStyleNonce } from './style-nonce.ts'
import { followThemeChoice } from './theme.ts'

/** Call once, before the first render. */
export function startUi(): void {
  adoptStyleNonce()
  followThemeChoice()
  guardContextMenu()
  watchFocus()
}
