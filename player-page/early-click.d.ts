interface Window {
  /** 1: Play was pressed before the player's script arrived. 2: the script handles clicks itself. */
  earlyClick?: 0 | 1 | 2;
}
