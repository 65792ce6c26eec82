/** Texts for a failed link or provider sign-in. Loaded only when needed. */
const linkStrings = {
  unknown: 'This link did not work. Ask for a new one, or sign in another way.',
  errors: {
    invalid_token: 'This link has expired or was used already. Ask for a new one.',
    token_expired: 'This link has expired. Ask for a new one.',
    expired_token: 'This link has expired. Ask for a new one.',
    user_not_found: 'The account for this link no longer exists.',
    unauthorized: 'This link belongs to another account. Sign in with that one.',
    failed_to_create_session: 'You could not be signed in. Try again.',
    failed_to_create_user: 'The account could not be made. Try again.',
    new_user_signup_disabled: 'This server is closed to new accounts.',

    invalid_callback_request: 'The provider sent you back without what is needed to sign in. Start again.',
    state_not_found: 'This sign-in was not started here. Start again.',
    please_restart_the_process: 'This sign-in took too long, or was started in another browser. Start again.',
    no_code: 'The provider sent you back without a sign-in. Start again, and allow it there.',
    access_denied: 'You did not allow the sign-in at the provider.',
    oauth_provider_not_found: 'This server does not know that provider any more. Sign in another way.',
    invalid_code: 'The provider did not stand by its sign-in. Start again.',
    unable_to_get_user_info: 'The provider did not tell who you are. Try again in a moment.',
    email_not_found: 'The provider did not tell your e-mail address. Allow it there, then start again.',
    no_callback_url: 'It is not known where this sign-in should lead. Start again from here.',
    account_not_linked:
      'There is an account with this e-mail address. Sign in the way you used before, ' +
      'then link the provider on your account page.',
    account_already_linked_to_different_user: 'This sign-in belongs to another account here.',
    unable_to_link_account:
      'This sign-in could not be linked. The provider must have confirmed its ' +
      'e-mail address, and you must be signed in here.',
    email_does_not_match: 'The provider knows you by another e-mail address.',
    signup_disabled: 'This server is closed to new accounts. Ask somebody on it for an invitation.',
    unable_to_create_user: 'The account could not be made. Try again.',
    unable_to_create_session: 'You could not be signed in. Try again.',
    account_disabled: 'This account is disabled. Ask the admin of this server.',
    internal_server_error: 'The server failed at this sign-in. Try again in a moment.',
  } as Readonly<Record<string, string>>,
} as const

/** Text for the `error` parameter of a mailed link or a provider. Codes come in both spellings: no_code and NO CODE. */
export function linkErrorWords(code: string): string {
  return linkStrings.errors[code.toLowerCase().replaceAll(' ', '_')] ?? linkStrings.unknown
}
