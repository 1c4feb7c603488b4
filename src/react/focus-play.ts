/** For a control that goes away when it is pressed: the focus moves on to the player's Play button. */
export function focusPlay(control: HTMLElement): void {
  control.closest('main, section')?.querySelector<HTMLElement>('.es-play')?.focus();
}
