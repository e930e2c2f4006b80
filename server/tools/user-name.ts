/** A user name as it is compared and kept: NFKC, lower case, trimmed. Two names that look alike are one name. */
export const foldUserName = (given: string) => given.normalize('NFKC').trim().toLowerCase()

/** Whether a new account may have this (folded) name: letters of one script (Latin or Chinese), digits, `.`, `_`, `-`. */
export const isUserName = (folded: string) => /^[a-z0-9][a-z0-9._-]{1,39}$/.test(folded) || /^[\p{Script=Han}0-9]{2,20}$/u.test(folded)
