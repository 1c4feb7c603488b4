<?php
/**
 * The shortcode, and what a player is written as: a link that the script turns into a frame.
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
			// No version: the script is always the newest, and its address its name.
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

/** What an author pasted comes through without its script: the link is all that is needed. */
add_filter(
	'the_content',
	function ( $content ) {
		if ( false !== strpos( $content, 'earshot-player' ) ) {
			wp_enqueue_script( SCRIPT );
		}
		return $content;
	},
	20 // After shortcodes and blocks.
);

/**
 * The shortcode [earshot resource="episode_id=1" ...].
 *
 * @param mixed $attributes As WordPress read them.
 */
function render_shortcode( $attributes ): string {
	$player = render_player( read_options( $attributes ) );
	// In a box that may stand in a paragraph, too: themes give what stands in a post the column's width.
	return '' === $player ? '' : '<span class="wp-block-earshot-player" style="display:block">' . $player . '</span>';
}

/**
 * A link that works without the script, too. Whoever may edit is told what is wrong; readers see nothing.
 *
 * @param array<string, string> $options As `read_options` gives them.
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
 * In words for the author; empty where there is none.
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

/** What the link says while no script has made a player of it. */
function link_text( string $resource ): string {
	return 0 === strpos( $resource, 'show_id' )
		? __( 'Listen to this show', 'earshot' )
		: __( 'Listen to this episode', 'earshot' );
}
