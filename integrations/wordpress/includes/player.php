<?php
/**
 * The shortcode, and the markup of a player: a link that the script turns into a frame.
 *
 * @package Earshot
 */

namespace Earshot;

defined( 'ABSPATH' ) || exit;

const SCRIPT = 'earshot-widgets';

add_action(
	'init',
	function () {
		add_shortcode( 'earshot', __NAMESPACE__ . '\render_shortcode' );
		if ( '' !== widget_url() ) {
			// No version, because the address always serves the newest script.
			wp_register_script( SCRIPT, widget_url() . '/widgets.js', array(), null, true ); // phpcs:ignore WordPress.WP.EnqueuedResourceParameters
		}
	}
);

add_filter(
	'script_loader_tag',
	function ( $tag, $handle ) {
		return SCRIPT === $handle ? str_replace( ' src=', ' async charset="utf-8" src=', $tag ) : $tag;
	},
	10,
	2
);

/**
 * Links keep the place of their players until the script arrives, also those of old posts, so that nothing moves. Where
 * scripts do not run, they stay links of one line. A browser without typed `attr()` keeps the place of the usual height.
 */
add_action(
	'wp_head',
	function () {
		echo '<style>@media (scripting:enabled){a.earshot-player{display:block;box-sizing:border-box;min-height:200px}' .
			'a.earshot-player[data-height]{min-height:max(attr(data-height px,80px),attr(data-height type(<length>),80px))}}</style>' . "\n";
	}
);

/** WordPress removes the script from pasted code, but the link stays. So this adds the script. */
add_filter(
	'the_content',
	function ( $content ) {
		if ( false !== strpos( $content, 'earshot-player' ) ) {
			wp_enqueue_script( SCRIPT );
		}
		return $content;
	},
	20 // Shortcodes and blocks are rendered earlier.
);

/**
 * The shortcode [earshot resource="episode_id=1" ...].
 *
 * @param mixed $attributes The attributes that WordPress has parsed.
 */
function render_shortcode( $attributes ): string {
	$player = render_player( read_options( $attributes ) );
	// A span is also valid in a paragraph. Themes limit the direct children of a post to the width of the column.
	return '' === $player ? '' : '<span class="wp-block-earshot-player" style="display:block">' . $player . '</span>';
}

/**
 * A link that also works without the script. If the options are wrong, authors see the reason, and readers see nothing.
 *
 * @param array<string, string> $options The result of `read_options`.
 */
function render_player( array $options ): string {
	$problem = problem_with( $options );
	if ( '' !== $problem ) {
		return current_user_can( 'edit_posts' ) ? '<em class="earshot-problem">' . esc_html( $problem ) . '</em>' : '';
	}
	$data = '';
	foreach ( $options as $name => $value ) {
		$data .= sprintf( ' data-%s="%s"', $name, esc_attr( $value ) );
	}
	wp_enqueue_script( SCRIPT );
	return sprintf(
		'<a class="earshot-player" href="%s"%s>%s</a>',
		esc_url( widget_url() . '/player?' . $options['resource'] ),
		$data,
		esc_html( link_text( $options['resource'] ) )
	);
}

/**
 * The message about a problem, for the author; empty if there is no problem.
 *
 * @param array<string, string> $options As `read_options` gives them.
 */
function problem_with( array $options ): string {
	if ( '' === widget_url() ) {
		return missing_address();
	}
	if ( ! isset( $options['resource'] ) ) {
		return __( 'Earshot: name an episode or a show, such as resource="episode_id=1".', 'earshot' );
	}
	return '';
}

/** The text of the link, which readers see until the script has run. */
function link_text( string $resource ): string {
	return 0 === strpos( $resource, 'show_id' )
		? __( 'Listen to this show', 'earshot' )
		: __( 'Listen to this episode', 'earshot' );
}
