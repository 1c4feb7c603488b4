// The editor block. It has no build step, and uses the editor's global `wp`.
((
  { apiFetch, blockEditor, blocks, components, data, element, hooks, shortcode },
  { names, widgetUrl, texts },
) => {
  const { createElement: h, useState } = element;
  const DEFAULT_HEIGHT = '200px';
  const NAME = 'earshot/player';
  const PLAYER = `${widgetUrl}/player?`;
  // These are attributes of the frame or the script, or start the address. All other options are in its query.
  const NOT_IN_QUERY = new Set(['resource', 'width', 'height', 'load']);
  const RESOURCE = /^(episode|show)_id=[1-9]\d{0,9}$/;

  function playerUrl(attributes) {
    const query = new URLSearchParams(attributes.resource);
    for (const name of names) {
      if (attributes[name] && !NOT_IN_QUERY.has(name)) query.set(name, attributes[name]);
    }
    return PLAYER + query;
  }

  /** The block's attributes from values with the same names; undefined if they have no resource. */
  function toAttributes(values) {
    const known = names.filter((name) => values[name]).map((name) => [name, values[name]]);
    return RESOURCE.test(values.resource) ? Object.fromEntries(known) : undefined;
  }

  /** The attributes from a player's address. It may have `_` instead of `-`, and the cover has two names. */
  function fromAddress(address, more = {}) {
    if (!address?.startsWith(PLAYER)) return undefined;
    const query = new URLSearchParams(address.slice(PLAYER.length).split('#')[0]);
    const values = Object.fromEntries(
      [...query].map(([name, text]) => [name.replaceAll('_', '-'), text]),
    );
    const kind = values['episode-id'] ? 'episode' : 'show';
    const { resource = `${kind}_id=${values[`${kind}-id`]}`, cover = values['cover-image-url'] } =
      values;
    return toAttributes({ ...values, ...more, resource, cover });
  }

  const attributesOf = (tag) =>
    Object.fromEntries(
      [...tag.attributes].map(({ name, value }) => [name.replace(/^data-/, ''), value]),
    );

  /** The attributes from an embed code or a player's address. */
  function readCode(text) {
    const code = shortcode.next('earshot', text);
    if (code) return toAttributes(code.shortcode.attrs.named);
    const { body } = new DOMParser().parseFromString(text, 'text/html');
    const frame = body.querySelector('iframe');
    if (frame) {
      const { src, width, height } = attributesOf(frame);
      return fromAddress(src, { width, height });
    }
    const script = body.querySelector('script[src$="/widgets.js"]');
    // Ids of another podcast site are not valid here.
    const isOurs = !script || script.getAttribute('src') === `${widgetUrl}/widgets.js`;
    const link = body.querySelector('a.earshot-player');
    return link && isOurs ? toAttributes(attributesOf(link)) : fromAddress(text.trim());
  }

  /** The attributes from an embed code, or from a page's address, for which it asks the podcast site. */
  async function lookUp(text) {
    const found = readCode(text);
    if (found || !/^https?:/.test(text)) return found;
    const path = `/oembed/1.0/proxy?url=${encodeURIComponent(text)}`;
    // WordPress returns `html: false` if the podcast site does not know the address.
    const { html } = await apiFetch({ path }).catch(() => ({}));
    return html ? readCode(html) : undefined;
  }

  function Chooser({ setAttributes }) {
    const [text, setText] = useState('');
    const [isBusy, setBusy] = useState(false);
    const [isMissing, setMissing] = useState(false);
    const onSubmit = async (event) => {
      event.preventDefault();
      setBusy(true);
      const found = await lookUp(text.trim());
      setBusy(false);
      setMissing(!found);
      if (found) setAttributes(found);
    };
    return h(
      components.Placeholder,
      { icon: 'microphone', label: texts.title, instructions: texts.label },
      h(
        'form',
        { onSubmit, style: { display: 'flex', gap: '8px', width: '100%' } },
        h('input', {
          type: 'text',
          className: 'components-placeholder__input',
          style: { flex: 1 },
          'aria-label': texts.label,
          value: text,
          onChange: (event) => setText(event.target.value),
        }),
        h(components.Button, { variant: 'primary', type: 'submit', isBusy }, texts.use),
      ),
      isMissing && h('p', { role: 'alert' }, texts.notFound),
    );
  }

  function Preview({ attributes, isSelected }) {
    return h('iframe', {
      src: playerUrl(attributes),
      title: texts.preview,
      style: {
        width: attributes.width || '100%',
        height: attributes.height || DEFAULT_HEIGHT,
        border: 0,
        display: 'block',
        // The same as the player's, so that its round corners stay transparent.
        colorScheme: attributes.theme || 'light dark',
        // The first click selects the block. Later clicks reach the player.
        pointerEvents: isSelected ? 'auto' : 'none',
      },
    });
  }

  function Settings({ attributes, setAttributes }) {
    const set = (name) => (value) => setAttributes({ [name]: value || undefined });
    const flag = (name, label, on, off) =>
      h(components.ToggleControl, {
        label,
        checked: attributes[name] === on,
        onChange: (isOn) => setAttributes({ [name]: isOn ? on : off }),
      });
    const text = (name, label) =>
      h(components.TextControl, { label, value: attributes[name] ?? '', onChange: set(name) });
    return h(
      blockEditor.InspectorControls,
      null,
      h(
        components.PanelBody,
        { title: texts.settings },
        h(components.SelectControl, {
          label: texts.theme,
          value: attributes.theme ?? '',
          options: [
            { value: '', label: texts.automatic },
            { value: 'light', label: texts.light },
            { value: 'dark', label: texts.dark },
          ],
          onChange: set('theme'),
        }),
        flag('playlist', texts.playlist, 'show', 'false'),
        flag('playlist-continuous', texts.continuous, 'true', undefined),
        flag('load', texts.onClick, 'click', undefined),
        h(components.RangeControl, {
          label: texts.height,
          value: Number.parseInt(attributes.height || DEFAULT_HEIGHT, 10),
          min: 80,
          max: attributes.playlist === 'show' || attributes.cover ? 600 : 200,
          onChange: (height) => setAttributes({ height: height && `${height}px` }),
        }),
        text('cover', texts.cover),
        text('color', texts.color),
        h(
          components.Button,
          { variant: 'secondary', onClick: () => setAttributes({ resource: undefined }) },
          texts.change,
        ),
      ),
    );
  }

  function Edit(props) {
    const blockProps = blockEditor.useBlockProps();
    if (!widgetUrl) return h('div', blockProps, h('p', null, texts.noAddress));
    if (!props.attributes.resource) return h('div', blockProps, h(Chooser, props));
    return h('div', blockProps, h(Settings, props), h(Preview, props));
  }

  /** Whether HTML contains only one snippet, so that a block can replace it without losing other content. */
  function isSnippet(html) {
    const found = shortcode.next('earshot', html);
    if (found) return found.content === html.trim() && Boolean(readCode(html));
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    const code = body.querySelector(':scope > div:only-child') ?? body; // it keeps the place
    return (
      body.querySelectorAll('a,iframe').length === 1 &&
      body.textContent.trim() === code.textContent.trim() &&
      [...code.childNodes].every((child) =>
        child.nodeType === Node.ELEMENT_NODE
          ? child.matches('a.earshot-player,iframe,script,br')
          : !child.textContent.trim(),
      ) &&
      Boolean(readCode(html))
    );
  }

  /** Inserts the block after a paragraph, or replaces an empty paragraph. */
  function insertPlayer({ clientId, attributes }, code) {
    const player = blocks.createBlock(NAME, readCode(code));
    const { insertBlock, replaceBlock } = data.dispatch('core/block-editor');
    const { getBlockIndex, getBlockRootClientId } = data.select('core/block-editor');
    const root = getBlockRootClientId(clientId) ?? undefined; // WordPress 5.8 needs it to find the index
    if (!String(attributes.content ?? '').trim()) replaceBlock(clientId, player);
    else insertBlock(player, getBlockIndex(clientId, root) + 1, root);
  }

  /**
   * The editor treats pasted code of one line as text, and keeps only the link of a script snippet. So the paragraph
   * checks pasted text before the editor does.
   */
  hooks.addFilter('editor.BlockListBlock', 'earshot/paste', (Block) => (props) => {
    if (props.name !== 'core/paragraph') return h(Block, props);
    const onPasteCapture = (event) => {
      const code = event.clipboardData?.getData('text/plain').trim();
      if (!code || !isSnippet(code)) return;
      event.preventDefault();
      event.stopPropagation();
      insertPlayer(props, code);
    };
    return h(Block, { ...props, wrapperProps: { ...props.wrapperProps, onPasteCapture } });
  });

  const fromBlock = (name, attribute) => ({
    type: 'block',
    blocks: [name],
    isMatch: (attributes) => isSnippet(String(attributes[attribute] ?? '')),
    transform: (attributes) => blocks.createBlock(NAME, readCode(String(attributes[attribute]))),
  });

  blocks.registerBlockType(NAME, {
    edit: Edit,
    save: () => null, // PHP renders it
    transforms: {
      from: [
        {
          type: 'shortcode',
          tag: 'earshot',
          isMatch: ({ named }) => Boolean(toAttributes(named)),
          attributes: Object.fromEntries(
            names.map((name) => [
              name,
              { type: 'string', shortcode: ({ named }) => toAttributes(named)?.[name] },
            ]),
          ),
        },
        {
          type: 'raw',
          priority: 5, // earlier than the HTML block, which accepts frames too
          schema: {
            figure: {
              require: ['iframe'],
              children: { iframe: { attributes: ['src', 'width', 'height'] } },
            },
          },
          isMatch: (node) => /^(P|FIGURE|DIV)$/.test(node.nodeName) && isSnippet(node.innerHTML),
          transform: (node) => blocks.createBlock(NAME, readCode(node.innerHTML)),
        },
        fromBlock('core/shortcode', 'text'),
        fromBlock('core/html', 'content'),
      ],
    },
  });
})(window.wp, window.earshotBlock);
