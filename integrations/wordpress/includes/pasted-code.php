<?php
/**
 * WordPress removes frames from the posts of authors without the right to unfiltered HTML. This file keeps the frames
 * of our player by converting them to shortcodes.
 *
 * @package Earshot
 */

namespace Earshot;

defined( 'ABSPATH' ) || exit;

foreach ( array( 'content_save_pre', 'content_filtered_save_pre' ) as $earshot_hook ) {
	add_filter(
		$earshot_hook,
		function ( $content ) {
			// This runs before the filter of WordPress, which has priority 10. The content has slashes.
			$is_filtered = false !== has_filter( current_filter(), 'wp_filter_post_kses' );
			return $is_filtered ? wp_slash( keep_frames( wp_unslash( $content ) ) ) : $content;
		},
		9
	);
}

/** Converts the frames of our player to shortcodes, and changes nothing else. */
function keep_frames( string $html ): string {
	if ( false === stripos( $html, '<iframe' ) || '' === widget_url() ) {
		return $html;
	}
	$kept = preg_replace_callback(
		'#<iframe\b[^>]*>[^<]*</iframe\s*>#i',
		function ( $found ) {
			return to_shortcode( $found[0] ) ?? $found[0];
		},
		$html
	);
	return $kept ?? $html;
}

/** The shortcode for a frame, or null if the frame is not one of our players. */
function to_shortcode( string $frame ): ?string {
	$src    = read_attribute( $frame, 'src' );
	$player = widget_url() . '/player?';
	if ( 0 !== strpos( $src, $player ) ) {
		return null;
	}
	wp_parse_str( (string) strtok( substr( $src, strlen( $player ) ), '#' ), $given );
	$given['width']  = read_attribute( $frame, 'width' );
	$given['height'] = read_attribute( $frame, 'height' );
	$options         = read_options( $given );
	if ( ! isset( $options['resource'] ) ) {
		return null;
	}
	$code = '';
	foreach ( $options as $name => $value ) {
		$code .= " $name=\"$value\"";
	}
	return "[earshot type=player$code]";
}

/** The value of an attribute, without entities; empty if the tag does not have it. */
function read_attribute( string $tag, string $name ): string {
	$pattern = '/\s' . $name . '\s*=\s*(?:"([^"]*)"|\'([^\']*)\'|([^\s>"\']+))/i';
	if ( ! preg_match( $pattern, $tag, $found ) ) {
		return '';
	}
	return html_entity_decode( (string) end( $found ), ENT_QUOTES | ENT_HTML5, 'UTF-8' );
}
