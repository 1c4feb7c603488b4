/** Controls that cannot be scrolled into view. Runs in the page. */
export function outOfReach(): string[] {
  const roots: (Document | ShadowRoot)[] = [document];
  for (const one of document.querySelectorAll('*')) if (one.shadowRoot) roots.push(one.shadowRoot);
  const all = roots.flatMap((root) => [
    ...root.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea'),
  ]);
  const open = document.querySelector('dialog[open]');
  return all
    .filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && (!open || open.contains(one)),
    )
    .filter((one) => !one.matches('.site-skip, [tabindex="-1"]') && one.getClientRects().length > 0)
    .filter((one) => {
      one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
      const x = Math.min(Math.max(left + width / 2, 0), innerWidth - 1);
      const y = Math.min(Math.max(top + height / 2, 0), innerHeight - 1);
      const hit = (one.getRootNode() as Document | ShadowRoot).elementFromPoint(x, y);
      const isHit =
        !!hit && (one.contains(hit) || hit.contains(one) || hit.closest('label')?.contains(one));
      return !isHit || right < 1 || bottom < 1 || left >= innerWidth || top >= innerHeight;
    })
    .map((one) => one.outerHTML.slice(0, 120));
}

/** Elements that move for longer than an instant, with pseudo-elements. Runs in the page. */
export function moving(): string[] {
  const seconds = (list: string) =>
    Math.max(...list.split(',').map((one) => Number.parseFloat(one)));
  const isMoving = (one: Element, pseudo?: string) => {
    const style = getComputedStyle(one, pseudo);
    if (pseudo !== undefined && pseudo !== '::backdrop' && style.content === 'none') return false;
    const { transitionDuration, transitionProperty, animationName, animationDuration } = style;
    const isMoved = /all|transform|translate|scale|rotate|width|height|top|left|inset|margin/.test(
      transitionProperty,
    );
    return (
      (isMoved && seconds(transitionDuration) > 0.01) ||
      (animationName !== 'none' && seconds(animationDuration) > 0.01)
    );
  };
  const roots: (Document | ShadowRoot)[] = [document];
  for (const one of document.querySelectorAll('*')) if (one.shadowRoot) roots.push(one.shadowRoot);
  return roots
    .flatMap((root) => [...root.querySelectorAll('*')])
    .filter((one) => one.checkVisibility())
    .flatMap((one) =>
      [undefined, '::before', '::after', '::backdrop']
        .filter((pseudo) => isMoving(one, pseudo))
        .map((pseudo) => `${pseudo ?? ''} ${one.outerHTML.slice(0, 120)}`),
    );
}

/** Controls that look the same with and without the focus. Runs in the page. */
export function withoutRing(): string[] {
  const open = document.querySelector('dialog[open]');
  const roots: (Document | ShadowRoot)[] = [document];
  for (const one of document.querySelectorAll('*')) if (one.shadowRoot) roots.push(one.shadowRoot);
  return roots
    .flatMap((root) => [
      ...root.querySelectorAll<HTMLElement>(
        'button:enabled, a[href], input:enabled, select, textarea, [role=slider]',
      ),
    ])
    .filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && (!open || open.contains(one)),
    )
    .filter((one) => one.tabIndex >= 0)
    .filter((one) => {
      one.blur(); // the dialog has focused one without a ring
      one.focus({ focusVisible: true } as FocusOptions);
      const isFocused = (one.getRootNode() as Document | ShadowRoot).activeElement === one;
      const shown = [
        one,
        one.parentElement,
        ...(one.parentElement?.querySelectorAll('*') ?? []),
      ].some((part) => {
        if (!part) return false;
        const { outlineStyle, outlineWidth } = getComputedStyle(part);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
      });
      return isFocused && !shown;
    })
    .map((one) => one.outerHTML.slice(0, 120));
}

/**
 * True if the rail, the play button and the selected rows of a player differ from their background. Runs in the page.
 */
export function standOut() {
  const ground = getComputedStyle(document.querySelector('.es-embed') as Element).backgroundColor;
  const styleOf = (selector: string) =>
    getComputedStyle(document.querySelector(selector) as Element);
  const isVisible = ({
    backgroundColor,
    borderTopColor,
    borderTopWidth,
    outlineStyle,
  }: CSSStyleDeclaration) =>
    (backgroundColor !== ground && backgroundColor !== 'rgba(0, 0, 0, 0)') ||
    (Number.parseFloat(borderTopWidth) > 0 && borderTopColor !== ground) ||
    outlineStyle !== 'none';
  const differs = (one: string, other: string) => {
    const keys = [
      'backgroundColor',
      'color',
      'borderBottomWidth',
      'borderInlineStartWidth',
      'outlineStyle',
      'textDecorationLine',
    ] as const;
    const [a, b] = [styleOf(one), styleOf(other)];
    return keys.some((key) => a[key] !== b[key]);
  };
  return {
    rail: isVisible(styleOf('.es-rail')),
    play: isVisible(styleOf('.es-play')),
    tab: differs('[role=tab][aria-selected="true"]', '[role=tab][aria-selected="false"]'),
    row: differs('.es-row[aria-current="true"]', '.es-row:not([aria-current="true"])'),
  };
}
